import type { Topic } from '../topic.ts'

export const CITY_TOPICS: readonly Topic[] = [
  {
    name: 'housing',
    theme: '24.01.01',
    agencies: ['cidades', 'casacivil', 'planalto', 'reconstrucaors'],
    policy: 'Minha Casa, Minha Vida',
    laws: ['Lei do Minha Casa, Minha Vida'],
    subject: 'o programa Minha Casa, Minha Vida',
    audience: 'as famílias',
    voice: ['pedreiro', 'cozinheira'],
    tone: 'good',
    tags: ['Minha Casa Minha Vida', 'habitação', 'moradia', 'FGTS'],
    category: 'Habitação',
    figures: { homes: [120, 2400], money: [14, 480], built: [3000, 96_000] },
    angles: [
      {
        title: '{@Minha Casa, Minha Vida} entrega {homes} moradias {in_city}',
        lead: 'A espera acabou para {homes} famílias {of_city}, que receberam {today} as chaves da casa própria. O residencial do {@Minha Casa, Minha Vida} custou R$ {money} milhões, informou {the_agency_full}.',
      },
      {
        title: '{State} terá mais {built} moradias do {@Minha Casa, Minha Vida}',
        lead: 'Foram selecionadas {built} novas moradias para {the_state} no {@Minha Casa, Minha Vida}. A lista saiu {today}, publicada {by_agency_full}.',
      },
      {
        title: '{@MCMV}: governo autoriza obras de {homes} casas em área rural {of_state}',
        lead: 'Trabalhadores do campo {in_state} vão ganhar {homes} casas. A contratação foi autorizada {today} {by_agency_full} e soma R$ {money} milhões.',
      },
    ],
    subtitles: [
      'Residencial tem escola, posto de saúde e transporte por perto',
      'Quem recebe {@Bolsa Família} ou {@BPC} não paga prestação',
    ],
    facts: [
      'Os apartamentos têm varanda, dois quartos e biblioteca no condomínio. Há escola, posto de saúde e ponto de ônibus a menos de um quilômetro.',
      'Famílias que recebem o {@Bolsa Família} ou o {@BPC} ficam isentas das prestações. As demais pagam conforme a renda.',
      'As casas ficam em nome da mulher em {share}% dos contratos.',
      'Desde a retomada, o programa contratou moradias em {cities} municípios e gerou empregos na construção.',
    ],
  },
  {
    name: 'sanitation',
    theme: '24.02.01',
    agencies: ['cidades', 'mdr', 'ana'],
    policy: 'Novo PAC',
    laws: ['Marco Legal do Saneamento'],
    subject: 'a obra de saneamento',
    audience: 'os moradores',
    voice: ['morador', 'moradora'],
    tone: 'good',
    tags: ['saneamento', 'água', 'esgoto', 'Novo PAC'],
    category: 'Saneamento',
    figures: { money: [8, 390], people: [12_000, 740_000], km: [9, 180] },
    angles: [
      {
        title: 'Obra de R$ {money} milhões leva água tratada a {people} pessoas {in_state}',
        lead: 'Começou a funcionar {today} o sistema de abastecimento que vai atender {people} pessoas {in_state}. A obra recebeu R$ {money} milhões do {@Novo PAC}, segundo {the_agency_full}.',
      },
      {
        title: '{City} assina contrato para {km} quilômetros de rede de esgoto',
        lead: 'Um contrato assinado {today} prevê {km} quilômetros de rede de esgoto {in_city}. O financiamento tem apoio {of_agency_full}.',
      },
    ],
    subtitles: ['Investimento faz parte do {@Novo PAC}', 'Obra deve terminar até o fim de {next_year}'],
    facts: [
      'A estação de tratamento usa energia solar e pode ser ampliada. As obras devem terminar até o fim de {next_year}.',
      'A meta do {@Marco Legal do Saneamento} é levar água a 99% e esgoto a 90% da população até 2033.',
      'Com a rede, diminui o número de doenças como diarreia e hepatite, sobretudo entre crianças.',
    ],
  },
  {
    name: 'civil-defence',
    theme: '24.04.01',
    agencies: ['mdr', 'cemaden', 'defesa'],
    laws: ['Política Nacional de Proteção e Defesa Civil'],
    subject: 'a resposta da defesa civil',
    audience: 'as famílias atingidas',
    voice: ['comerciante', 'comerciante'],
    tone: 'bad',
    tags: ['defesa civil', 'chuvas', 'emergência', 'desastres'],
    category: 'Defesa Civil',
    figures: { money: [2, 46], people: [300, 28_000], towns: [4, 86], rain: [60, 240] },
    angles: [
      {
        title: 'Defesa Civil reconhece emergência em {towns} cidades {of_state}',
        lead: '{The_agency_full} reconheceu {today} a situação de emergência em {towns} cidades {of_state} atingidas pela chuva. Com isso, as prefeituras podem pedir recursos.',
      },
      {
        title: 'Governo autoriza R$ {money} milhões para cidades atingidas por desastres',
        lead: 'O governo federal autorizou {today} o repasse de R$ {money} milhões a {towns} cidades atingidas por desastres. {City} está na lista divulgada {by_agency_full}.',
      },
      {
        title: 'Alerta: chuva pode passar de {rain} milímetros {in_state}',
        lead: 'O risco de deslizamentos e de enxurradas é alto {in_state} nos próximos dias, avisa {the_agency_full}. Pode chover {rain} milímetros, e {city} está entre as áreas de atenção.',
      },
    ],
    subtitles: [
      'Moradores podem receber alertas por mensagem',
      'Equipes federais foram enviadas para apoiar os municípios',
    ],
    facts: [
      'Para receber alertas, basta enviar o CEP por mensagem para o número 40199. Avisos de perigo extremo chegam a todos os celulares da área, mesmo no modo silencioso.',
      'Cerca de {people} pessoas deixaram suas casas. Elas recebem água, alimentos, colchões e material de limpeza.',
      'Rachaduras, árvores inclinadas e água barrenta na encosta são sinais de perigo: a recomendação é sair de casa e ligar para o 199.',
    ],
  },
  {
    name: 'regional-development',
    theme: '24.05.01',
    agencies: ['sudene', 'sudam', 'sudeco', 'mdr', 'dnocs'],
    subject: 'o financiamento regional',
    audience: 'os produtores locais',
    voice: ['produtor', 'produtora'],
    tone: 'good',
    tags: ['desenvolvimento regional', 'fundos constitucionais', 'Nordeste', 'Amazônia', 'crédito'],
    category: 'Desenvolvimento Regional',
    figures: { money: [20, 940], projects: [6, 120], jobs: [200, 9400] },
    angles: [
      {
        title: '{Agency} aprova incentivos a {projects} empresas da região',
        lead: 'Empresas que planejam investir R$ {money} milhões tiveram incentivos fiscais aprovados {today} {by_agency_full}. São {projects} projetos, um deles {in_city}.',
      },
      {
        title: 'Fundo regional destina R$ {money} milhões a projetos {in_state}',
        lead: 'Produtores e empresas {of_state} terão R$ {money} milhões em crédito com juros menores. A programação foi aprovada {today} em reunião {of_agency_full}.',
      },
      {
        title: 'Missão técnica {of_agency} visita arranjos produtivos {in_city}',
        lead: 'Uma missão {of_agency_full} conheceu {today} {in_city} cooperativas de mel, leite e confecções que receberam apoio federal.',
      },
    ],
    subtitles: ['Expectativa é gerar {jobs} empregos', 'Juros são menores para pequenos produtores'],
    facts: [
      'A expectativa é gerar {jobs} empregos. Energia solar, turismo e agroindústria concentram a maior parte dos projetos.',
      'Pequenos produtores têm prazo maior e desconto para quem paga em dia. O {@Banco do Nordeste} é um dos operadores do crédito.',
      'A redução de até 75% do imposto vale para empresas que se instalam, ampliam ou modernizam unidades na região.',
    ],
  },
  {
    name: 'highways',
    theme: '07.01.01',
    agencies: ['dnit', 'transportes'],
    policy: 'Novo PAC',
    subject: 'a obra na rodovia',
    audience: 'os motoristas',
    voice: ['caminhoneiro', 'caminhoneira'],
    tone: 'good',
    tags: ['rodovias', 'DNIT', 'obras', 'Novo PAC', 'duplicação'],
    category: 'Rodovias',
    figures: { km: [8, 140], money: [12, 620], road: [101, 488], vehicles: [4000, 62_000] },
    angles: [
      {
        title: 'BR-{road} tem {km} quilômetros duplicados {in_state}',
        lead: 'Foram liberados ao tráfego {today} {km} quilômetros de pista dupla na BR-{road}, perto {of_city}. A obra é {of_agency_full} e custou R$ {money} milhões.',
      },
      {
        title: 'Ponte na BR-{road} é entregue e encurta viagem {in_state}',
        lead: 'Motoristas que passam pela BR-{road} {in_state} têm {today} uma nova ponte à disposição. {The_agency_full} investiu R$ {money} milhões na obra.',
      },
      {
        title: 'Trecho da BR-{road} {in_state} terá tráfego em meia pista',
        lead: 'O tráfego na BR-{road} {in_state} funcionará em meia pista a partir de {start}, para obras de manutenção em {km} quilômetros. O aviso foi feito {today} {by_agency_full}.',
      },
    ],
    subtitles: ['Por ali passam {vehicles} veículos por dia', 'Investimento é do {@Novo PAC}'],
    facts: [
      'Passam por ali {vehicles} veículos por dia, muitos deles caminhões com grãos e combustível.',
      'Além do asfalto, a obra tem passarelas, iluminação e passagens para animais silvestres.',
      'Os serviços são feitos de segunda a sexta-feira, das 7h às 17h, e podem parar em caso de chuva.',
    ],
  },
  {
    name: 'road-concessions',
    theme: '07.01.02',
    agencies: ['antt', 'transportes'],
    subject: 'o leilão da concessão',
    audience: 'os usuários da rodovia',
    voice: ['transportador', 'transportadora'],
    tone: 'plain',
    tags: ['concessões', 'ANTT', 'pedágio', 'leilão', 'transporte de passageiros'],
    category: 'Concessões',
    figures: { km: [180, 690], money: [4, 14], bids: [2, 6], road: [101, 488] },
    angles: [
      {
        title: 'Leilão da BR-{road} prevê R$ {money} bilhões em investimentos',
        lead: 'O leilão de {km} quilômetros da BR-{road}, realizado {today}, recebeu {bids} propostas. O contrato, regulado {by_agency_full}, prevê R$ {money} bilhões em obras e operação.',
      },
      {
        title: '{Agency} aprova regras de pedágio eletrônico sem cancela',
        lead: '{The_agency_full} aprovou {today} as regras do pedágio eletrônico, em que a cobrança é feita por pórticos. A primeira rodovia a usar o sistema fica {in_state}.',
      },
    ],
    subtitles: ['Contrato tem duração de 30 anos', 'Motociclistas ficam isentos de pagamento'],
    facts: [
      'O contrato dura 30 anos e inclui duplicações, terceiras faixas e pontos de descanso para caminhoneiros.',
      'Quem usa a via com frequência terá desconto progressivo, e motos não pagam.',
      'A íntegra dos documentos está disponível para consulta, e a assinatura do contrato deve ocorrer até {deadline}.',
    ],
  },
  {
    name: 'airports-ports',
    theme: '07.04.01',
    agencies: ['portos-e-aeroportos', 'anac', 'antaq'],
    subject: 'a movimentação de passageiros e cargas',
    audience: 'os passageiros',
    voice: ['turista', 'turista'],
    tone: 'good',
    tags: ['aeroportos', 'portos', 'aviação civil', 'Antaq', 'Anac'],
    category: 'Aviação Civil',
    figures: { people: [180_000, 9_800_000], money: [10, 390], cargo: [2, 118] },
    angles: [
      {
        title: 'Aeroportos movimentam {people} passageiros em {last_month}',
        lead: 'Os aeroportos brasileiros receberam {people} passageiros em {last_month}, alta de {pct}% sobre {last_year}. O dado foi publicado {today} {by_agency_full}.',
      },
      {
        title: 'Portos movimentam {cargo} milhões de toneladas e batem recorde',
        lead: 'A movimentação dos portos chegou a {cargo} milhões de toneladas em {last_month}. O recorde foi anunciado {today} {by_agency_full}.',
      },
      {
        title: 'Aeroporto {of_city} terá reforma de R$ {money} milhões',
        lead: 'O terminal {of_city} vai ganhar nova sala de embarque e pista recuperada. O investimento, de R$ {money} milhões, foi autorizado {today} {by_agency_full}.',
      },
    ],
    subtitles: [
      'Crescimento foi maior nos voos regionais',
      'Estatísticas podem ser consultadas em painel público',
    ],
    facts: [
      'O crescimento foi maior nos voos regionais e na cabotagem. Contêineres e granéis agrícolas puxaram o resultado dos portos.',
      'A autorização faz parte do programa que busca ter um aeroporto a menos de 100 quilômetros de cada brasileiro.',
      'Em caso de atraso, a empresa deve oferecer comunicação depois de uma hora, alimentação depois de duas e acomodação depois de quatro.',
    ],
  },
  {
    name: 'urban-trains',
    theme: '07.02.02',
    agencies: ['cbtu', 'cidades'],
    subject: 'a modernização do transporte sobre trilhos',
    audience: 'os passageiros',
    voice: ['estudante', 'estudante'],
    tone: 'plain',
    tags: ['mobilidade', 'trens urbanos', 'CBTU', 'metrô', 'VLT'],
    category: 'Mobilidade',
    figures: { people: [9000, 240_000], trains: [2, 14], money: [8, 190] },
    angles: [
      {
        title: 'VLT {of_city} ganha {trains} composições com ar-condicionado',
        lead: 'Chegaram {today} {trains} composições com ar-condicionado para o VLT {of_city}. O sistema, operado {by_agency_full}, leva {people} passageiros por dia.',
      },
      {
        title: 'Trens {of_city} terão horário especial nesta semana',
        lead: '{The_agency_full} informou {today} que os trens {of_city} terão horário especial por causa de obras. A mudança vale até {deadline}.',
      },
    ],
    subtitles: [
      'Sistema transporta {people} passageiros por dia',
      'Mudança deve reduzir a espera nas estações',
    ],
    facts: [
      'A espera entre um trem e outro deve cair {pct}%. Elevadores e piso tátil completam a reforma das estações.',
      'O investimento é de R$ {money} milhões, com recursos do orçamento e do {@Novo PAC}.',
      'Informações sobre horários estão nas estações e nas redes sociais da companhia.',
    ],
  },
]
