import type { Topic } from './topic.ts'

export const LABOUR_TOPICS: readonly Topic[] = [
  {
    name: 'small-business',
    theme: '11.03.01',
    agencies: ['memp', 'empresas-e-negocios', 'fazenda'],
    policy: 'Programa Acredita',
    laws: ['Estatuto Nacional da Microempresa'],
    subject: 'o crédito para pequenos negócios',
    audience: 'os microempreendedores',
    voice: ['costureiro', 'costureira'],
    tone: 'good',
    tags: ['empreendedorismo', 'MEI', 'microcrédito', 'Acredita', 'Sebrae'],
    category: 'Empreendedorismo',
    figures: { loans: [900, 84_000], money: [9, 780], firms: [8000, 420_000] },
    angles: [
      {
        title: '{@Programa Acredita} soma {loans} operações de crédito {in_state}',
        lead: 'O {@Programa Acredita} chegou a {loans} operações de crédito {in_state}, no valor de R$ {money} milhões. O balanço foi apresentado {today} {by_agency_full}.',
      },
      {
        title: 'Pequenos negócios abrem {firms} vagas com carteira assinada',
        lead: 'As micro e pequenas empresas abriram {firms} vagas com carteira assinada no ano, mostra estudo divulgado {today} {by_agency_full} em parceria com o {@Sebrae}.',
      },
      {
        title: '{@MEI} tem até {deadline} para entregar a declaração anual',
        lead: 'Quem é {@MEI} tem até {deadline} para entregar a declaração anual de faturamento. O alerta foi feito {today} {by_agency_full}: o atraso gera multa.',
      },
    ],
    subtitles: [
      'Pequenos negócios são a maioria das empresas do país',
      'Orientação gratuita está disponível em todo o país',
    ],
    facts: [
      'Mulheres respondem por {share}% das operações. O valor médio é de R$ 6 mil, usado em geral para comprar máquinas e formar estoque.',
      'Quem tem dívidas pode renegociar com desconto e parcelar em até 60 meses. O pedido é feito pela internet.',
      'Salas do empreendedor em {cities} municípios ajudam de graça quem quer se formalizar.',
    ],
  },
  {
    name: 'formal-jobs',
    theme: '14.01.01',
    agencies: ['trabalho-e-emprego'],
    laws: ['Consolidação das Leis do Trabalho'],
    subject: 'o saldo de empregos formais',
    audience: 'os trabalhadores',
    voice: ['auxiliar administrativo', 'auxiliar administrativa'],
    tone: 'good',
    tags: ['emprego', 'Novo Caged', 'carteira assinada', 'mercado de trabalho'],
    category: 'Novo Caged',
    figures: { jobs: [42_000, 310_000], local: [900, 46_000], wage: [2180, 2410] },
    angles: [
      {
        title: 'Brasil gera {jobs} empregos com carteira assinada em {last_month}',
        lead: 'O país abriu {jobs} postos de trabalho com carteira assinada em {last_month}. Os números do Novo Caged foram divulgados {today} {by_agency_full}.',
      },
      {
        title: '{State} cria {local} vagas formais e tem melhor resultado em três anos',
        lead: '{The_state} fechou {last_month} com saldo de {local} empregos formais. Serviços e construção puxaram o resultado, segundo {the_agency_full}.',
      },
    ],
    subtitles: ['Salário médio de admissão ficou em R$ {wage}', 'Setor de serviços liderou as contratações'],
    facts: [
      'O setor de serviços liderou as contratações, seguido por comércio e construção. A indústria manteve saldo positivo pelo quinto mês.',
      'O salário médio de admissão foi de R$ {wage}, com ganho real sobre o mês anterior.',
      'Mulheres ocuparam {share}% das vagas novas, e jovens de até 24 anos foram os mais contratados.',
      '{In_state}, {city_name} e a região vizinha responderam por boa parte das vagas.',
    ],
  },
  {
    name: 'labour-inspection',
    theme: '14.04.04',
    agencies: ['trabalho-e-emprego', 'pf', 'prf'],
    laws: ['Consolidação das Leis do Trabalho'],
    subject: 'a operação de resgate',
    audience: 'os trabalhadores resgatados',
    voice: ['trabalhador rural', 'trabalhadora rural'],
    tone: 'bad',
    tags: ['trabalho escravo', 'inspeção do trabalho', 'fiscalização', 'direitos trabalhistas'],
    category: 'Inspeção do Trabalho',
    figures: { people: [6, 210], money: [90, 940], sites: [2, 24] },
    angles: [
      {
        title: 'Fiscalização resgata {people} trabalhadores em fazendas {of_state}',
        lead: 'Auditores fiscais resgataram {people} pessoas em condições análogas à escravidão em fazendas perto {of_city}. A operação, encerrada {today}, foi coordenada {by_agency_full}.',
      },
      {
        title: 'Operação encontra {people} trabalhadores sem registro em obras {in_city}',
        lead: 'Equipes de fiscalização visitaram {today} {sites} obras {in_city} e encontraram {people} trabalhadores sem registro. A operação é {of_agency_full}.',
        by: ['trabalho-e-emprego'],
      },
    ],
    subtitles: [
      'Operação teve a participação de vários órgãos',
      'Denúncias podem ser feitas de forma anônima',
    ],
    facts: [
      'As verbas rescisórias somam R$ {money} mil. Cada pessoa resgatada recebe três parcelas do {@Seguro-Desemprego} e é encaminhada à assistência social.',
      'Os alojamentos não tinham água potável nem banheiro, e os trabalhadores dormiam sobre papelão, relata a equipe.',
      'Denúncias podem ser feitas sem identificação pelo Sistema Ipê ou pelo Disque 100.',
    ],
  },
  {
    name: 'workplace-safety',
    theme: '14.05.02',
    agencies: ['fundacentro', 'trabalho-e-emprego'],
    subject: 'a prevenção de acidentes de trabalho',
    audience: 'os trabalhadores',
    voice: ['técnico de segurança', 'técnica de segurança'],
    tone: 'plain',
    tags: ['segurança do trabalho', 'Fundacentro', 'prevenção', 'saúde do trabalhador'],
    category: 'Segurança e Saúde no Trabalho',
    figures: { seats: [60, 1200], firms: [14, 420], norms: [3, 17] },
    angles: [
      {
        title: '{Agency} promove curso gratuito sobre riscos no trabalho {in_city}',
        lead: '{The_agency_full} abre {today} as inscrições para curso gratuito sobre calor e outros riscos no trabalho. São {seats} vagas, e as aulas começam em {start}, {in_city}.',
      },
      {
        title: 'Pesquisa {of_agency} mede exposição ao calor em {firms} empresas',
        lead: 'Um estudo apresentado {today} {by_agency_full} mediu a exposição ao calor em {firms} empresas {of_state}. Em {pct}% delas, as pausas eram menores do que o recomendado.',
      },
    ],
    subtitles: [
      'Atividade é aberta ao público e terá certificado',
      'Resultado vai orientar a revisão de normas',
    ],
    facts: [
      'Pausas, água e sombra reduzem o risco de desmaios e de acidentes. A norma manda que a empresa avalie o calor e adapte a jornada.',
      'O conteúdo fica disponível na biblioteca digital e pode ser usado por sindicatos e por comissões de prevenção.',
      'Desde o começo do ano, {norms} normas passaram por revisão com representantes de governo, empresas e trabalhadores.',
    ],
  },
  {
    name: 'social-security',
    theme: '15.03.01',
    agencies: ['inss', 'previdencia'],
    laws: ['Constituição Federal'],
    subject: 'o pagamento dos benefícios',
    audience: 'os segurados',
    voice: ['aposentado', 'aposentada'],
    tone: 'plain',
    tags: ['INSS', 'aposentadoria', 'Meu INSS', 'benefícios'],
    category: 'Benefícios',
    figures: { people: [240_000, 6_900_000], queue: [3, 33], units: [18, 310] },
    angles: [
      {
        title: '{Agency} começa a pagar benefícios de {month} a {people} segurados',
        lead: 'Começa {today} o pagamento dos benefícios de {month}. Nesta primeira leva, {people} segurados recebem até um salário mínimo, informou {the_agency_full}.',
      },
      {
        title: 'Fila do {@INSS} cai {queue}% com mutirão {in_state}',
        lead: 'O número de pedidos em análise caiu {queue}% {in_state} depois de um mutirão em {units} agências. O resultado foi apresentado {today} {by_agency_full}.',
      },
      {
        title: 'Prova de vida: {people} pessoas não precisam sair de casa',
        lead: 'Cruzamento de bases de dados confirmou a prova de vida de {people} beneficiários, que não precisam tomar nenhuma providência. O balanço foi divulgado {today} {by_agency_full}.',
      },
    ],
    subtitles: [
      'Consulta pode ser feita pelo Meu INSS ou pelo telefone 135',
      'Atendimento é gratuito e dispensa intermediários',
    ],
    facts: [
      'O calendário segue o número final do benefício, sem contar o dígito. Para saber o dia, basta consultar o Meu INSS ou ligar para o 135.',
      'O serviço é gratuito e não exige intermediário. {The_agency} não pede dados por telefone nem por mensagem.',
      'Houve aumento de {pct}% nas análises automáticas de aposentadoria, que saem em poucos dias quando os registros estão completos.',
      '{In_city}, o atendimento foi ampliado para os sábados até {deadline}, com horário marcado.',
    ],
  },
  {
    name: 'pension-fraud',
    theme: '15.03',
    agencies: ['previdencia', 'inss', 'pf', 'cgu'],
    subject: 'a operação contra fraudes previdenciárias',
    audience: 'os aposentados',
    voice: ['aposentado', 'aposentada'],
    tone: 'bad',
    tags: ['fraude', 'previdência', 'operação', 'INSS', 'Polícia Federal'],
    category: 'Combate a Fraudes',
    figures: { money: [3, 88], warrants: [6, 74], benefits: [30, 1400] },
    angles: [
      {
        title: 'Operação {in_city} combate fraude de R$ {money} milhões contra a Previdência',
        lead: 'Uma operação deflagrada {today} {in_city} cumpre {warrants} mandados contra grupo suspeito de fraudar benefícios. O prejuízo é estimado em R$ {money} milhões, segundo {the_agency_full}.',
      },
      {
        title: 'Revisão suspende {benefits} benefícios com indícios de fraude {in_state}',
        lead: '{The_agency_full} suspendeu {benefits} benefícios {in_state} por indícios de fraude. A medida foi anunciada {today} e evita gasto de R$ {money} milhões.',
        by: ['previdencia', 'inss'],
      },
    ],
    subtitles: ['Investigação começou com o cruzamento de dados', 'Ação reúne vários órgãos federais'],
    facts: [
      'O grupo criava pessoas com documentos falsos e pedia benefícios em nome delas, aponta a investigação, que começou com o cruzamento de dados.',
      'Os envolvidos podem responder por estelionato, associação criminosa e lavagem de dinheiro. As penas somadas passam de 20 anos.',
      'Quem notar desconto desconhecido deve registrar o pedido de bloqueio no aplicativo Meu INSS.',
    ],
  },
]
