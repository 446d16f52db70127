import { alertTexts } from './alert-texts.ts'
import { chartTexts, citationTexts } from './chart-texts.ts'
import { agentTexts, channelProblemTexts, clippingTexts, editorTexts, fieldTexts } from './clipping-texts.ts'
import { compareTexts } from './compare-texts.ts'
import { byNumber } from './by-number.ts'
import { changesTexts, gradeTexts, historyTexts } from './changes-texts.ts'
import { freshnessTexts } from './freshness-texts.ts'
import { operationsTexts } from './operations-texts.ts'
import { searchTexts } from './search-texts.ts'
import { agencyAbbreviations, columnTexts } from './table-texts.ts'

const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' })

/** Every text of the site, in one place for translation. Long pages have files of their own in `texts/`. */
export const texts = {
  tagline: 'o que o governo federal publica, medido',
  skip: 'Ir para o conteúdo',
  skipToResults: 'Ir para os resultados',
  navLabel: 'Páginas',
  /** The pages of the navigation, in its order, by the names of their paths. Only operators get `operations`. */
  nav: {
    panorama: 'Panorama',
    search: 'Busca',
    compare: 'Comparar',
    agencies: 'Órgãos',
    themes: 'Temas',
    entities: 'Entidades',
    clippings: 'Clippings',
    changes: 'Mudanças',
    freshness: 'Atualidade',
    about: 'Sobre',
    operations: 'Operação',
  },
  footer: {
    source: (name: string) => `Notícias dos sites do governo federal (gov.br), reunidas por ${name}.`,
    api: 'API GraphQL',
    feeds: 'Feeds',
    about: 'Como os números são feitos',
    publisher: {
      '/licenca': 'Licença',
      '/privacidade': 'Privacidade',
      '/acessibilidade': 'Acessibilidade',
      '/contato': 'Contato',
    },
  },
  failures: {
    network: 'O servidor não respondeu. Tente de novo em instantes.',
    offline: 'Você está sem conexão. Reconecte-se e tente de novo.',
    busy: 'Muitas consultas em pouco tempo. Espere um minuto e tente de novo.',
    login: 'Entre na sua conta para ver esta página.',
    forbidden: 'Esta conta não pode ver esta página. Saia e entre com uma conta que a operação listou.',
    server: 'Algo falhou do nosso lado. Tente de novo; se continuar, espere alguns minutos.',
    refused: 'O serviço não aceita um dos valores pedidos. Confira o endereço da página e os campos.',
    retry: 'Tentar de novo',
  },
  offline: 'Sem conexão: os números podem estar desatualizados.',
  loading: 'Carregando…',
  nothing: 'Nada encontrado.',
  newArticles: (count: number) =>
    count === 1 ? '1 nova: mostrar' : `${count === 99 ? '99 ou mais' : count} novas: mostrar`,
  alsoIn: (agencies: readonly string[]) => `Também em: ${agencies.join(', ')}`,
  notFound: {
    title: 'Página não encontrada',
    text: 'Este endereço não existe.',
    back: 'Voltar ao panorama',
    backTo: (page: string) => `Voltar para ${page}`,
  },
  broken: {
    title: 'Esta página não abriu',
    text: 'Parte da página não carregou ou falhou. Carregue-a de novo; se continuar, espere alguns minutos.',
  },
  alerts: alertTexts,
  chart: chartTexts,
  citation: citationTexts,
  columns: columnTexts,
  abbreviations: agencyAbbreviations,
  schedule: {
    days: ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'],
    everyDay: 'todos os dias',
    workDays: 'de segunda a sexta',
    at: (days: string, times: readonly string[]) => `${days}, às ${list.format(times)}`,
  },
  panorama: {
    title: 'Panorama',
    noNews:
      'Ainda não há nenhuma notícia aqui. Elas chegam quando os sites são lidos, a cada quinze minutos, ou de um arquivo:',
    noNewsCommand: 'npm run import-news -- ARQUIVO.jsonl && npm run sync-typesense -- --full-sync',
    lead: 'O que os órgãos do governo federal publicaram',
    fromTo: (from: string, to: string) => `de ${from} a ${to}`,
    ask: 'Buscar',
    period: 'Período',
    days: (days: number) => (days === 365 ? '1 ano' : `${days} dias`),
    kpis: {
      total: byNumber('notícia', 'notícias'),
      agencies: byNumber('órgão publicou', 'órgãos publicaram'),
      themes: byNumber('tema tratado', 'temas tratados'),
      average: 'notícias por dia',
      before: (number: string, days: number) =>
        days === 1 ? `${number} no dia anterior` : `${number} nos ${days} dias anteriores`,
    },
    perDay: 'Notícias por dia',
    perDayHelp: 'Arraste sobre o gráfico para escolher um intervalo e ver as notícias dele.',
    selection: (from: string, to: string, count: string) => `${searchTexts.found(count)} de ${from} a ${to}`,
    openSelection: 'Ver as notícias deste intervalo',
    clearSelection: 'Limpar intervalo',
    from: 'De',
    to: 'Até',
    themes: 'Temas com mais notícias',
    agencies: 'Órgãos que mais publicaram',
    themesOverTime: 'Temas ao longo do tempo',
    agenciesOverTime: 'Órgãos ao longo do tempo',
    overTimeHelp: {
      DAY: 'Notícias por dia. Cinco séries com nome; as três seguintes em cinza.',
      WEEK: 'Notícias por semana (de segunda a domingo). Cinco séries com nome; as três seguintes em cinza.',
      MONTH: 'Notícias por mês. Cinco séries com nome; as três seguintes em cinza.',
    },
    edges: {
      DAY: 'o dia de hoje ainda não terminou (círculo).',
      WEEK: 'semanas incompletas são círculos fora da linha.',
      MONTH: 'meses incompletos são círculos fora da linha.',
    },
    trendingThemes: 'Temas em alta',
    trendingThemesHelp:
      'Notícias dos últimos 7 dias ao lado do usual em 7 dias, pela média dos 28 dias anteriores. A ordem é a do crescimento: a razão das duas contagens, com uma notícia somada a cada uma.',
    trendingTheme: (count: string, usual: string) => `${count} em 7 dias; o usual é ${usual}`,
    trendingEntities: 'Entidades em alta',
    trendingEntitiesHelp:
      'Pessoas, organizações, eventos, políticas e normas citados bem mais do que de costume. A ordem combina o crescimento com o número de órgãos que citam cada um.',
    trendingEntity: (type: string, articles: string, agencies: string, usual: string | undefined) =>
      `${type} · ${articles === '1' ? '1 notícia' : `${articles} notícias`} de ${agencies === '1' ? '1 órgão' : `${agencies} órgãos`} em 7 dias${usual === undefined ? '' : `; o usual é ${usual}`}`,
    isNew: 'nova',
    ratio: (ratio: string) => `${ratio} vezes o usual`,
    sentiment: 'Tom das notícias por órgão',
    sentimentHelp:
      'Partes das notícias que já têm classificação; as demais não contam. À direita, as notícias do órgão no período.',
    positive: 'positivas',
    negative: 'negativas',
    other: 'neutras',
    unknown: 'ainda sem classificação',
    sentimentAll: 'Tom de todas as notícias',
    sentimentAllHelp:
      'O tom vem de uma lista de palavras com pesos. A parte ainda sem classificação aparece listrada.',
    readability: 'Facilidade de leitura por órgão',
    readabilityHelp:
      'Índice de Flesch para o português, de 0 (muito difícil) a 100 (muito fácil). Média dos textos do período.',
    matrix: 'Quem escreve sobre o quê',
    matrixScale: 'Parte das notícias do órgão:',
    matrixHelp: 'Os três temas mais frequentes de cada órgão; a cor mostra a parte das notícias do órgão.',
    latest: 'Últimas notícias',
    more: 'Mais notícias',
    today: 'O dia de hoje, em contorno, ainda não terminou e fica fora da média.',
    dataSince: (day: string) => `Os dados começam em ${day}; antes, não há contagem.`,
  },
  search: searchTexts,
  compare: compareTexts,
  changes: changesTexts,
  grades: gradeTexts,
  history: historyTexts,
  article: {
    original: 'Ler no site de origem',
    published: 'Publicada em',
    words: (count: string) => (count === '1' ? '1 palavra' : `${count} palavras`),
    readability: (value: string) => `facilidade de leitura: ${value} de 100`,
    views: (count: string) => (count === '1' ? '1 leitura' : `${count} leituras`),
    entities: 'Quem e o que aparece',
    related: 'Relacionadas',
    history: 'Histórico',
    extracted: 'Reunida aqui em',
    lag: (duration: string) => `${duration} depois da publicação`,
    marks: 'Marcar entidades no texto',
    missing: 'Esta notícia não existe ou foi retirada do ar.',
  },
  agencies: {
    title: 'Órgãos',
    lead: 'Quem publica, e quanto',
    find: 'Encontrar um órgão',
    chart: 'Notícias por órgão nos últimos 30 dias',
    notInCatalogue: (name: string) => `${name} (fora do catálogo)`,
    help: 'Todos os órgãos que são lidos, também os que nada publicaram no período.',
  },
  agency: {
    months: 'Notícias por mês',
    thisMonth: 'o mês atual ainda não terminou.',
    year: byNumber('notícia em um ano', 'notícias em um ano'),
    flesch: 'facilidade de leitura (0 a 100)',
    themes: 'Sobre o que escreve',
    themesHelp: 'Notícias de um ano, pelo tema principal de cada uma. Os dez temas com mais notícias.',
    growing: 'Temas em alta neste órgão',
    search: 'Buscar notícias deste órgão',
    missing: 'Este órgão não existe no catálogo.',
    silent: 'Este órgão ainda não tem notícias aqui.',
  },
  themes: {
    title: 'Temas',
    lead: 'Do que tratam as notícias',
    chart: 'Notícias por tema nos últimos 30 dias',
  },
  theme: {
    parts: 'Subtemas nos últimos 90 dias',
    recent: byNumber('notícia em 30 dias', 'notícias em 30 dias'),
    all: byNumber('notícia no total', 'notícias no total'),
    search: 'Buscar notícias deste tema',
    missing: 'Este tema não existe no catálogo.',
  },
  entity: {
    lead: 'Pessoas, organizações, lugares, normas e políticas citadas nas notícias',
    find: 'Encontrar uma entidade',
    agency: 'Página do órgão',
    search: 'Buscar notícias que a citam',
    aliases: 'Também:',
    missing: 'Esta entidade não existe.',
    coverage: 'Quem escreve sobre a entidade, por semana',
    coverageHelp:
      'Notícias dos últimos 180 dias em que a entidade aparece, por órgão que publicou. Os cinco que mais publicaram têm cor e nome; os demais são cinza.',
    coverageEdges: 'a semana atual não terminou e a primeira pode estar cortada: círculos fora da linha.',
    network: (name: string) => `Com quem aparece: ${name}`,
    networkHelp:
      'Uma linha liga duas entidades citadas nas mesmas notícias do período; quanto mais grossa, mais notícias. O número ao lado de um ponto diz quantas notícias ele tem em comum com a entidade da página. Clique em um ponto para ver os vizinhos dele, ou arraste-o.',
    networkPeriod: 'Período da rede',
    allDays: 'Todo o acervo',
    list: 'Ver como lista',
    together: (count: string) => (count === '1' ? '1 notícia em comum' : `${count} notícias em comum`),
    expand: (name: string) => `Mostrar vizinhos de ${name}`,
    alone: 'Nenhuma outra entidade aparece nas mesmas notícias.',
    aloneInDays: (from: string, to: string) =>
      `De ${from} a ${to}, nenhuma outra entidade aparece nas mesmas notícias.`,
  },
  about: {
    title: 'Como os números são feitos',
    sections: [
      {
        title: 'De onde vêm as notícias',
        paragraphs: [
          'Este serviço lê os sites de cerca de 160 órgãos do governo federal e guarda título, texto, data e endereço de cada notícia. A data de um dia é a data em Brasília.',
          'Uma notícia retirada do ar pelo órgão deixa de aparecer aqui. Uma notícia corrigida é atualizada.',
        ],
      },
      {
        title: 'Volume',
        paragraphs: [
          'Cada notícia conta uma vez, para o órgão que a publicou. A média diária divide as notícias dos dias que já terminaram por esses dias, desde o primeiro dia dos dados, com os dias sem notícia.',
          'O dia, a semana e o mês atuais ainda não terminaram: os gráficos os desenham à parte e avisam.',
        ],
      },
      {
        title: 'Temas',
        paragraphs: [
          'Cada notícia tem um tema de uma árvore de três níveis. Ele vem, nesta ordem, de uma pessoa da operação, do site ou arquivo de origem, de um modelo de linguagem, se houver um, ou do classificador próprio. A API diz a origem em themeSource.',
          'O classificador próprio soma duas coisas: palavras e expressões escolhidas para cada tema, com o tema usual do órgão, e o que aprendeu das notícias já classificadas. Ele aprende de novo toda semana e guarda um décimo dessas notícias para medir quanto acerta; se passa a acertar menos, a versão anterior continua em uso e um incidente é registrado.',
          'Em 60 notícias reais lidas por uma pessoa, o tema de nível 1 estava certo em 90% antes de aprender e em 93% depois de aprender com 418 notícias; o de nível 2, em 80% e 74%. Contra os temas que um modelo de linguagem deu às mesmas 418 notícias, a concordância é menor: 58% antes e 63% depois, porque muitas notícias cabem em mais de um tema.',
          'Abaixo de uma confiança mínima nada é escolhido: cerca de 4 em cada 100 notícias ficam sem tema.',
        ],
      },
      {
        title: 'Em alta',
        paragraphs: [
          'Tema em alta: notícias por dia dos últimos 7 dias, sobre as dos 28 dias anteriores; uma notícia é somada a cada contagem, para que poucas não pareçam muitas. Entra na lista quem tem ao menos 3 notícias na janela e cresce 1,5 vez ou mais.',
          'Entidade em alta: notícias dos últimos 7 dias comparadas, do mesmo modo, com as dos 28 dias anteriores; a ordem conta também os órgãos que a citam. Uma entidade sem cobertura anterior aparece como nova.',
        ],
      },
      {
        title: 'Tom',
        paragraphs: [
          'O tom é positivo, neutro ou negativo. Ele vem de uma lista de palavras com pesos, somados no título, que conta em dobro, e no texto; negações e palavras de combate (“reduz”, “contra”) invertem o que segue. Ele descreve o texto do órgão, não a opinião do público. As partes são calculadas sobre as notícias classificadas; as demais aparecem como “ainda sem classificação”.',
          'O acerto do tom não foi medido: ainda não há notícias com o tom marcado por pessoas com que o comparar. Tome o tom como um indício, e leia as notícias antes de concluir algo dele.',
        ],
      },
      {
        title: 'Facilidade de leitura',
        paragraphs: [
          'Índice de Flesch adaptado ao português (Martins e outros, 1996): 248,835 − 1,015 × palavras por frase − 84,6 × sílabas por palavra, limitado ao intervalo de 0 a 100. Quanto maior, mais fácil.',
        ],
      },
      {
        title: 'Entidades',
        paragraphs: [
          'Nomes do cadastro de entidades e normas numeradas são encontrados no texto. Regras acham os demais: pessoas por prenomes, cargos e verbos de fala ao lado do nome; os municípios e estados, com a sigla do estado ou o estado vizinho para os homônimos; organizações por seu tipo e pelas siglas que o texto define. Onde há um modelo de linguagem, ele também lê os nomes, e os que o texto não tem são descartados.',
          'Pessoas e organizações que o cadastro não tem ganham uma página quando duas notícias as citam; antes disso o nome é só uma palavra da notícia. Dois nomes iguais de pessoas diferentes podem ser confundidos; a página da entidade mostra em que notícias ela aparece.',
          'Em 34 notícias reais lidas por uma pessoa, as regras acharam 32 de 33 pessoas, 57 de 57 lugares e 54 de 55 organizações, e nenhum nome errado. As regras foram ajustadas com essas notícias: em outras elas erram mais, sobretudo em nomes raros, homônimos e legendas de fotos.',
        ],
      },
      {
        title: 'Resumos e histórias',
        paragraphs: [
          'O resumo é o do site ou arquivo de origem ou o de um modelo de linguagem; sem nenhum deles, são uma ou duas frases da própria notícia, escolhidas pelas palavras em comum com o título, pela posição e pelas palavras que o texto repete. A API diz a origem em summarySource.',
          'Notícias de órgãos diferentes com o mesmo texto, editado ou não, ou sobre o mesmo fato em dias próximos são uma história: as listas mostram uma delas, com “Também em”. Em 200 pares de textos iguais, feitos por edição de notícias reais, e 200 pares de notícias diferentes de um assunto, 199 dos iguais foram unidos e nenhum dos diferentes.',
        ],
      },
      {
        title: 'Atualidade',
        paragraphs: [
          'O silêncio de um órgão é comparado com as suas próprias pausas: os dias de um dia com notícia até o próximo, nos últimos 180 dias. A pausa longa é o percentil 95. Um órgão está atrasado depois de uma pausa longa, silencioso depois de três (e de dois dias) e parado depois de seis (e de 90 dias).',
          'Quando as três últimas leituras de um site falham, o silêncio é nosso: o órgão aparece como “sem leitura”. As definições completas estão na página Atualidade.',
        ],
      },
      {
        title: 'Como conferir',
        paragraphs: [
          'Cada gráfico tem uma tabela, os arquivos CSV, SVG e PNG, a citação pronta e a consulta GraphQL que o produziu. A API é pública.',
        ],
      },
    ],
  },
  freshness: freshnessTexts,
  operations: operationsTexts,
  login: {
    enter: 'Entrar',
    leave: (name: string) => (name === '' ? 'Sair' : `Sair (${name})`),
    why: 'Com uma conta, você cria clippings e os recebe na hora marcada.',
    failed: 'A entrada não foi concluída. Tente de novo.',
    unreachable: 'O serviço de entrada não respondeu. Tente de novo em instantes.',
  },
  clippings: clippingTexts,
  agent: agentTexts,
  channelProblems: channelProblemTexts,
  editor: editorTexts,
  fields: fieldTexts,
  widget: {
    title: 'Widget',
    lead: 'Notícias no seu site, com duas linhas de HTML.',
    words: 'Palavras',
    limit: 'Quantas notícias',
    layout: 'Formato',
    list: 'Lista',
    cards: 'Cartões',
    others: 'Outros filtros da busca',
    from: (day: string) => `De ${day}`,
    to: (day: string) => `Até ${day}`,
    ends: (day: string) => `Depois de ${day}, o widget não mostra notícias novas.`,
    preview: 'Como fica',
    code: 'Código',
    copy: 'Copiar código',
  },
  entityTypes: {
    ORG: 'organização',
    PER: 'pessoa',
    LOC: 'lugar',
    EVENT: 'evento',
    POLICY: 'política pública',
    LAW: 'norma',
  } as Record<string, string>,
}
