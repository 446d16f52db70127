import type { Topic } from './topic.ts'

export const RELATIONS_TOPICS: readonly Topic[] = [
  {
    name: 'bilateral-meetings',
    theme: '12.03.02',
    agencies: ['mre', 'planalto', 'abc', 'funag'],
    subject: 'a cooperação entre os países',
    audience: 'os dois países',
    voice: ['diplomata', 'diplomata'],
    tone: 'good',
    tags: ['diplomacia', 'acordo', 'Itamaraty', 'Mercosul', 'cooperação'],
    category: 'Política Externa',
    figures: { deals: [3, 24], money: [2, 38], projects: [8, 140] },
    angles: [
      {
        title: 'Brasil e países vizinhos assinam {deals} acordos {in_city}',
        lead: 'Delegações de países da América do Sul assinaram {today} {in_city} {deals} acordos de comércio, energia e cultura. O encontro foi conduzido {by_agency_full}.',
      },
      {
        title: '{@Mercosul} discute {deals} projetos de integração {in_city}',
        lead: 'Representantes dos países do {@Mercosul} discutiram {today} {in_city} {deals} projetos de integração elétrica e de combate ao crime organizado. A reunião teve a participação {of_agency_full}.',
      },
      {
        title: 'Cooperação técnica leva {projects} projetos a países africanos',
        lead: 'A cooperação brasileira chegou a {projects} projetos em países africanos de língua portuguesa. O balanço foi apresentado {today} {by_agency_full}.',
      },
    ],
    subtitles: [
      'Comércio entre os países soma US$ {money} bilhões',
      'Acordos tratam de energia, cultura e segurança',
    ],
    facts: [
      'O comércio entre os países soma US$ {money} bilhões por ano, com espaço para crescer em máquinas e alimentos.',
      'Técnicos brasileiros compartilham a experiência em merenda escolar, bancos de leite humano e pesquisa agrícola.',
      'A próxima reunião está marcada para {next_year}.',
    ],
  },
  {
    name: 'consular',
    theme: '12.03.04',
    agencies: ['mre'],
    subject: 'o atendimento consular',
    audience: 'os brasileiros no exterior',
    voice: ['estudante', 'cozinheira'],
    tone: 'plain',
    tags: ['consulado', 'brasileiros no exterior', 'passaporte', 'assistência'],
    category: 'Nota à Imprensa',
    figures: { people: [40, 900], posts: [6, 60], docs: [9000, 240_000] },
    angles: [
      {
        title: 'Nota: governo acompanha situação de {people} brasileiros em área atingida por terremoto',
        lead: 'O governo acompanha com atenção as notícias sobre o terremoto e mantém contato com {people} brasileiros na região. Até agora não há registro de vítimas do país, informou {today} {the_agency_full}.',
      },
      {
        title: 'Consulados em {posts} cidades passam a emitir documentos pela internet',
        lead: 'Brasileiros no exterior podem pedir procurações e registros sem sair de casa. O serviço, lançado {today} {by_agency_full}, funciona em {posts} cidades.',
      },
    ],
    subtitles: ['Plantão consular atende casos de emergência', 'Serviço usa a conta {@GOV.BR}'],
    facts: [
      'O plantão consular atende por telefone casos de emergência, a qualquer hora.',
      'No último ano, foram emitidos {docs} documentos, entre passaportes, registros e autorizações de viagem.',
      'Quem viaja deve verificar a validade do passaporte e as exigências de vacina do país de destino.',
    ],
  },
  {
    name: 'school-internet',
    theme: '02.01.04',
    agencies: ['mcom', 'anatel', 'mec'],
    policy: 'Escolas Conectadas',
    subject: 'a conexão das escolas públicas',
    audience: 'os alunos e professores',
    voice: ['diretor de escola', 'diretora de escola'],
    tone: 'good',
    tags: ['internet', 'escolas conectadas', 'Anatel', 'inclusão digital', '5G'],
    category: 'Telecomunicações',
    figures: { schools: [120, 9600], money: [6, 320], towns: [30, 1500] },
    angles: [
      {
        title: 'Mais {schools} escolas {of_state} ganham internet de alta velocidade',
        lead: 'Mais {schools} escolas públicas {of_state} têm agora internet rápida e rede sem fio nas salas. O avanço foi apresentado {today} {by_agency_full}.',
      },
      {
        title: 'Sinal 5G é liberado em mais {towns} municípios',
        lead: 'Operadoras podem ativar o 5G em mais {towns} municípios a partir de {start}. A liberação foi aprovada {today} {by_agency_full}.',
        by: ['mcom', 'anatel'],
      },
      {
        title: 'Chips gratuitos vão conectar estudantes de baixa renda {in_city}',
        lead: 'Estudantes do {@CadÚnico} {in_state} vão receber chips com pacote de dados. A entrega começa {in_city}, anunciou {today} {the_agency_full}.',
      },
    ],
    subtitles: ['Investimento é de R$ {money} milhões', 'Prioridade é da zona rural e da Amazônia'],
    facts: [
      'Onde não chega fibra, a conexão é feita por satélite, com energia solar para manter os equipamentos ligados.',
      'A velocidade mínima depende do número de alunos e é medida todos os dias por um aparelho instalado na escola.',
      'O dinheiro vem do leilão do 5G e de fundo do setor, num total de R$ {money} milhões neste ano.',
    ],
  },
  {
    name: 'broadcasting',
    theme: '18.01',
    agencies: ['mcom', 'anatel'],
    subject: 'a ampliação da TV digital',
    audience: 'os telespectadores',
    voice: ['radialista', 'radialista'],
    tone: 'plain',
    tags: ['TV digital', 'rádio', 'radiodifusão', 'TV 3.0'],
    category: 'Radiodifusão',
    figures: { towns: [20, 420], stations: [6, 140], people: [40_000, 3_200_000] },
    angles: [
      {
        title: 'TV digital chega a {towns} municípios; {people} pessoas são beneficiadas',
        lead: 'Moradores de {towns} municípios passam a ter sinal digital de TV, gratuito e sem chiado. O anúncio foi feito {today} {by_agency_full}.',
      },
      {
        title: '{Agency} autoriza {stations} rádios comunitárias',
        lead: 'Mais {stations} rádios comunitárias podem entrar no ar. As autorizações foram publicadas {today} {by_agency_full}, e uma delas fica {in_city}.',
      },
    ],
    subtitles: ['Sinal é aberto e gratuito', 'Pedidos podem ser feitos pela internet'],
    facts: [
      'Famílias do {@CadÚnico} recebem de graça o conversor e a antena, com instalação marcada pela internet.',
      'As emissoras públicas dividem o mesmo transmissor, o que reduz o custo.',
      'A próxima geração da TV, com imagem melhor e interatividade, começa pelas capitais.',
    ],
  },
  {
    name: 'public-media',
    theme: '18.03.04',
    agencies: ['ebc', 'tvbrasil', 'secom', 'radioagencia_nacional', 'agencia_brasil'],
    subject: 'a programação da comunicação pública',
    audience: 'os telespectadores e ouvintes',
    voice: ['jornalista', 'jornalista'],
    tone: 'good',
    tags: ['TV Brasil', 'EBC', 'programação', 'comunicação pública'],
    category: 'Comunicação Pública',
    figures: { episodes: [6, 26], stations: [60, 330], awards: [2, 11] },
    angles: [
      {
        title: 'Série documental mostra a vida {in_city} em {episodes} episódios',
        lead: 'Estreia {today} uma série documental em {episodes} episódios gravada {in_city}. A produção é {of_agency_full}, e os capítulos ficam disponíveis na internet.',
      },
      {
        title: 'Rede pública de rádio e TV chega a {stations} emissoras',
        lead: 'A rede nacional de comunicação pública chegou a {stations} emissoras com a entrada de parceiras {of_state}. O anúncio foi feito {today} {by_agency_full}.',
      },
    ],
    subtitles: ['Conteúdo pode ser visto e ouvido de graça', 'Programa vai ao ar às {hour}'],
    facts: [
      'O programa vai ao ar às {hour} e tem reprise nos fins de semana. Há legendas e janela de Libras.',
      'Reportagens da casa ganharam {awards} prêmios de jornalismo neste ano.',
      'Universidades e emissoras parceiras produzem {pct}% do conteúdo exibido.',
    ],
  },
]
