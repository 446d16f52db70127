import type { Topic } from './topic.ts'

export const RURAL_TOPICS: readonly Topic[] = [
  {
    name: 'grain-harvest',
    theme: '10.01.01',
    agencies: ['conab', 'agricultura'],
    subject: 'a safra de grãos',
    audience: 'os produtores',
    voice: ['produtor de soja', 'produtora de milho'],
    tone: 'good',
    states: 'BA GO MA MG MS MT PI PR RS SC SP TO',
    tags: ['safra', 'grãos', 'Conab', 'soja', 'milho', 'arroz'],
    category: 'Safra',
    figures: { tonnes: [318, 362], area: [79, 86], local: [2, 96], rise: [2, 14] },
    angles: [
      {
        title: 'Safra de grãos deve chegar a {tonnes} milhões de toneladas',
        lead: 'A produção de grãos deve alcançar {tonnes} milhões de toneladas, alta de {rise}% sobre o ciclo anterior. A nova estimativa foi apresentada {today} {by_agency_full}.',
      },
      {
        title: 'Colheita avança {in_state} e produtividade cresce {rise}%',
        lead: 'Com tempo firme, a colheita avança {in_state}, onde a produtividade média subiu {rise}%. As informações são do boletim publicado {today} {by_agency_full}.',
      },
      {
        title: 'Preço do feijão e do arroz cai {rise}% {in_city}',
        lead: '{In_city}, o feijão e o arroz ficaram {rise}% mais baratos na central de abastecimento em {last_month}, mostra o boletim divulgado {today} {by_agency_full}.',
      },
    ],
    subtitles: ['Área plantada é de {area} milhões de hectares', 'Clima favoreceu as lavouras de verão'],
    facts: [
      'A área plantada chega a {area} milhões de hectares. A soja continua a ser o principal produto, seguida pelo milho.',
      'As chuvas vieram na hora certa na maior parte do país. Só em áreas isoladas houve perda por estiagem.',
      'Só {in_state}, a previsão é colher {local} milhões de toneladas, com destaque para a região {of_city_name}.',
    ],
  },
  {
    name: 'rural-credit',
    theme: '10.03.02',
    agencies: ['agricultura', 'mda', 'fazenda'],
    policy: 'Plano Safra',
    subject: 'o crédito do Plano Safra',
    audience: 'os produtores rurais',
    voice: ['produtor', 'produtora'],
    tone: 'good',
    tags: ['Plano Safra', 'crédito rural', 'Pronaf', 'financiamento'],
    category: 'Crédito Rural',
    figures: { money: [18, 240], contracts: [24_000, 980_000], rate: [2, 8] },
    angles: [
      {
        title: '{@Plano Safra}: crédito chega a R$ {money} bilhões em {contracts} contratos',
        lead: 'Os produtores já contrataram R$ {money} bilhões do {@Plano Safra}. O balanço, divulgado {today} {by_agency_full}, mostra {contracts} operações.',
      },
      {
        title: '{@Pronaf} tem juros de {rate}% para produtores de alimentos {of_city}',
        lead: 'Agricultores que plantam arroz, feijão, mandioca e leite pagam juros de {rate}% ao ano no {@Pronaf}. As condições foram explicadas {today} {by_agency_full}, {in_city}.',
      },
    ],
    subtitles: [
      'Práticas sustentáveis têm desconto nos juros',
      'Número de contratos cresceu em relação à safra passada',
    ],
    facts: [
      'Quem adota práticas sustentáveis tem desconto nos juros. Mulheres e jovens contam com linhas próprias.',
      'O seguro rural também cresceu, e {share}% das apólices são de pequenos e médios produtores.',
      'O pedido é feito em bancos e cooperativas. {In_state}, técnicos ajudam a montar o projeto.',
    ],
  },
  {
    name: 'animal-health',
    theme: '10.05.01',
    agencies: ['agricultura'],
    subject: 'a defesa agropecuária',
    audience: 'os criadores',
    voice: ['veterinário', 'veterinária'],
    tone: 'plain',
    sober: true,
    tags: ['defesa agropecuária', 'sanidade animal', 'febre aftosa', 'influenza aviária'],
    category: 'Defesa Agropecuária',
    figures: { farms: [40, 1900], animals: [9000, 640_000], tonnes: [3, 180] },
    angles: [
      {
        title: 'Inspeção visita {farms} propriedades {in_state} e mantém estado livre de doença',
        lead: 'Técnicos visitaram {farms} propriedades e examinaram {animals} animais {in_state}. O resultado, apresentado {today} {by_agency_full}, confirma que não há circulação da doença.',
      },
      {
        title: 'Fiscalização apreende {tonnes} toneladas de alimentos irregulares {in_city}',
        lead: 'Carnes, queijos e azeites sem registro foram apreendidos {today} {in_city}. A operação {of_agency_full} tirou de circulação {tonnes} toneladas de produtos.',
      },
      {
        title: 'Carne e frutas {of_state} ganham novo mercado na Ásia',
        lead: 'Produtores {of_state} poderão vender carne bovina e frutas a mais um país asiático. A conclusão das negociações foi anunciada {today} {by_agency_full}.',
      },
    ],
    subtitles: [
      'Serviço veterinário oficial acompanha toda a cadeia',
      'Controle sanitário abre portas no exterior',
    ],
    facts: [
      'O consumo de carne e de ovos inspecionados é seguro. O selo da inspeção deve estar visível na embalagem.',
      'Criadores que notarem animais doentes devem avisar logo o serviço veterinário. O atendimento é gratuito.',
      'Com a abertura, o país passa a ter centenas de novos mercados desde 2023, resultado do trabalho com {the_partner}.',
    ],
  },
  {
    name: 'agrarian-reform',
    theme: '10.01.02',
    agencies: ['incra', 'mda'],
    laws: ['Lei da Agricultura Familiar'],
    subject: 'a reforma agrária',
    audience: 'as famílias assentadas',
    voice: ['assentado', 'assentada'],
    tone: 'good',
    tags: ['reforma agrária', 'assentamentos', 'Incra', 'agricultura familiar'],
    category: 'Reforma Agrária',
    figures: { families: [30, 1900], hectares: [600, 18_000], money: [2, 64] },
    angles: [
      {
        title: 'Novo assentamento {in_state} vai abrigar {families} famílias',
        lead: 'Uma área de {hectares} hectares perto {of_city} foi destinada a {families} famílias de agricultores. A portaria foi publicada {today} {by_agency_full}.',
      },
      {
        title: 'Famílias assentadas {of_state} recebem R$ {money} milhões em crédito',
        lead: 'Assentados {of_state} assinaram {today} contratos de crédito que somam R$ {money} milhões. O dinheiro, liberado {by_agency_full}, serve para construir casas e começar a produzir.',
      },
    ],
    subtitles: ['Crédito pode ser usado na casa e na produção', 'Titulação garante segurança às famílias'],
    facts: [
      'O crédito de instalação é pago em etapas: primeiro o apoio inicial, depois a habitação e o fomento às mulheres.',
      'As famílias plantam mandioca, milho e hortaliças e vendem parte da colheita para a merenda das escolas, pelo {@PNAE}.',
      'Técnicos fazem o georreferenciamento dos lotes, passo necessário para o título.',
    ],
  },
  {
    name: 'fisheries',
    theme: '10.04.03',
    agencies: ['mpa'],
    subject: 'o registro de pescadores',
    audience: 'os pescadores artesanais',
    voice: ['pescador', 'marisqueira'],
    tone: 'plain',
    states: 'AL AM AP BA CE MA PA PB PE RN SC SE',
    tags: ['pesca artesanal', 'aquicultura', 'seguro-defeso', 'Ministério da Pesca'],
    category: 'Pesca',
    figures: { people: [900, 78_000], boats: [6, 140], tonnes: [40, 3900] },
    angles: [
      {
        title: 'Recadastramento de pescadores {of_state} vai até {deadline}',
        lead: 'Pescadores e marisqueiras {of_state} têm até {deadline} para atualizar o registro. O recadastramento, aberto {today} {by_agency_full}, alcança {people} pessoas.',
      },
      {
        title: 'Produção de peixes em tanques cresce {pct}% {in_state}',
        lead: 'A criação de peixes em tanques {in_state} cresceu {pct}% e chegou a {tonnes} toneladas no trimestre. Os dados foram apresentados {today} {by_agency_full}.',
      },
    ],
    subtitles: ['Registro dá direito ao seguro no período do defeso', 'Mutirões vão às colônias de pesca'],
    facts: [
      'O registro é exigido para receber o seguro no defeso, período em que a pesca é proibida para que os peixes se reproduzam.',
      'Equipes visitam as colônias com {boats} embarcações e ajudam quem não tem internet.',
      'A nova ficha reúne dados de renda e de saúde e dispensa cópias autenticadas.',
    ],
  },
]
