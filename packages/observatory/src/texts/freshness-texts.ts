import { CHANNEL_NAMES } from '@pauta/platform/config/delivery-channels'

const STATES = {
  FRESH: 'em dia',
  LATE: 'atrasado',
  SILENT: 'silencioso',
  STOPPED: 'parado',
  UNREAD: 'sem leitura',
  UNKNOWN: 'sem histórico',
}
const PLURAL: typeof STATES = {
  ...STATES,
  LATE: 'atrasados',
  SILENT: 'silenciosos',
  STOPPED: 'parados',
}

/** Texts of the page for freshness. */
export const freshnessTexts = {
  title: 'Atualidade',
  lead: 'Cada órgão comparado com o seu próprio ritmo de publicação',
  measured: (moment: string) => `Situação em ${moment} (horário de Brasília).`,
  refreshes: 'Esta página se atualiza a cada minuto enquanto está visível.',
  paused: 'A atualização automática está pausada.',
  pause: 'Pausar atualização',
  resume: 'Retomar atualização',
  stale: 'Não foi possível atualizar. Os números abaixo são os da última leitura.',
  states: STATES,
  /** The name of a state for a number of agencies. */
  named: (state: keyof typeof STATES, count: number) => (count === 1 ? STATES : PLURAL)[state],
  compare: 'Comparar com os outros órgãos',
  filter: 'Mostrar',
  all: 'todos',
  find: 'Encontrar um órgão',
  rows: 'Há quanto tempo cada órgão não publica, no seu ritmo',
  rowsHelp:
    'O ponto mostra os dias desde a última notícia. A escala é a de cada órgão: a faixa verde vai até a sua pausa longa, que só 5 de cada 100 pausas superam. Depois de três pausas longas, o órgão é silencioso.',
  axis: ['última notícia', 'pausa longa', '2 ×', '3 ×', '4 × ou mais'],
  unreadSome: (count: number) =>
    count === 1
      ? 'um site não pôde ser lido; não se sabe se o órgão publicou.'
      : `${count} sites não puderam ser lidos; não se sabe se os órgãos publicaram.`,
  showAll: (count: string) => `Mostrar todos (${count})`,
  silent: (days: number) =>
    days === 0 ? 'publicou hoje' : days === 1 ? 'publicou ontem' : `há ${days.toLocaleString('pt-BR')} dias`,
  never: 'nenhuma notícia',
  rhythm: (usual: string, long: string) =>
    `costuma publicar ${usual === '1 dia' ? 'todo dia' : `a cada ${usual}`}; a maior pausa usual é de ${long}`,
  noRhythm: 'histórico curto demais para um ritmo',
  unread: (ago: string | undefined, reason: string) =>
    ago === undefined ? `site nunca lido: ${reason}` : `site lido ${ago} pela última vez: ${reason}`,
  days: (days: string) => (days === '1' ? '1 dia' : `${days} dias`),
  columns: {
    key: 'chave',
    agency: 'órgão',
    state: 'situação',
    last: 'última notícia',
    silent: 'dias sem notícia',
    usual: 'pausa usual (dias)',
    long: 'pausa longa (dias)',
    articles: 'notícias em 30 dias',
    read: 'última leitura do site',
    failed: 'leituras com falha desde então',
    error: 'última falha',
    fallbacks: 'campos adivinhados (parte)',
  },
  errors: {
    anti_bot: 'o site recusou o leitor automático',
    html_changed: 'a página mudou de forma',
    url_broken: 'o endereço não existe mais ou recusa acesso',
    network_error: 'o site não respondeu',
    empty_content: 'a página veio sem notícias',
    not_json: 'o site respondeu com outra página',
    login_page: 'o site pediu uma senha',
    incomplete: 'a notícia veio incompleta',
    unknown: 'falha sem causa conhecida',
  } as Record<string, string>,
  delays: 'Quanto tempo uma notícia leva até a busca',
  delaysHelp:
    'Notícias publicadas nas últimas 24 horas. Barra cheia: metade das notícias levou até esse tempo; barra clara: 95 de cada 100. A escala é logarítmica.',
  delayAxis: ['1 s', '1 min', '1 h', '1 dia'],
  stages: {
    STORE: 'da publicação até ser lida e guardada',
    ENRICH: 'até ter entidades, tom e contagens',
    CLASSIFY: 'até ter tema e resumo',
    EMBED: 'até ser achada por significado',
    INDEX: 'até aparecer na busca',
  },
  fromStored: 'contado desde que foi guardada',
  delay: (median: string, long: string) => `metade em até ${median}; 95 % em até ${long}`,
  noDelay: 'nenhuma notícia medida em 24 horas',
  waiting: (count: string, oldest: string) =>
    count === '1' ? `1 notícia espera há ${oldest}` : `${count} notícias esperam, a mais antiga há ${oldest}`,
  nobodyWaits: 'nenhuma espera',
  delayColumns: [
    'etapa',
    'notícias',
    'mediana (s)',
    'percentil 95 (s)',
    'esperam',
    'mais antiga espera há (s)',
  ],
  incidents: 'Últimos incidentes',
  incidentsHelp: 'Dos últimos 30 dias, medidos a cada cinco minutos. Os que ainda duram vêm primeiro.',
  incidentKinds: {
    AGENCY_UNREAD: 'Site sem leitura',
    STEP_LATE: 'Etapa atrasada',
    JOB_FAILED: 'Tarefa com falha',
    DEAD_LETTERS: 'Mensagens recusadas',
    DELIVERIES_LATE: 'Envios atrasados',
    INDEX_UNHEALTHY: 'Índice de busca sem resposta',
    ACCURACY_FELL: 'Temas aprendidos com menos acerto',
  },
  worst: {
    AGENCY_UNREAD: (worst: string) => (worst === '1' ? '1 leitura falhou' : `${worst} leituras falharam`),
    STEP_LATE: (worst: string) => `atraso de até ${worst}`,
    JOB_FAILED: (worst: string) => (worst === '1' ? '1 execução falhou' : `${worst} execuções falharam`),
    DEAD_LETTERS: (worst: string) => (worst === '1' ? '1 mensagem' : `até ${worst} mensagens`),
    DELIVERIES_LATE: (worst: string) => `atraso de até ${worst}`,
    INDEX_UNHEALTHY: () => '',
    ACCURACY_FELL: (worst: string) => `${worst} acertos em mil notícias`,
  },
  /** Kinds that are always about the same. */
  kindSubjects: {
    INDEX_UNHEALTHY: 'servidor do índice',
    ACCURACY_FELL: 'temas',
  } as Partial<Record<string, string>>,
  subjects: {
    enrich: 'enriquecimento',
    classify: 'classificação',
    embed: 'vetores',
    index: 'indexação',
    ...CHANNEL_NAMES,
  } as Record<string, string>,
  lasting: (duration: string) => `dura há ${duration}`,
  recovered: (moment: string, duration: string) => `recuperado em ${moment}, depois de ${duration}`,
  noIncidents: 'Nenhum incidente nos últimos 30 dias.',
  incidentColumns: ['tipo', 'o quê', 'início', 'fim', 'pior medida'],
  quote: 'Para citar',
  quoteText: (
    moment: string,
    source: { publisher: string; address: string },
    counts: { fresh: string; known: string; rest: string },
  ) =>
    `Em ${moment} (horário de Brasília), ${counts.fresh} de ${counts.known} órgãos do governo federal publicavam no seu ritmo habitual; ${counts.rest}. Fonte: ${source.publisher}, ${source.address}`,
  copyQuote: 'Copiar citação',
  copied: 'Copiada',
  definitions: 'O que as palavras significam',
  definitionsNote:
    'Estas definições são permanentes: se mudarem, ganham outro nome. Versão 1, de 22 de novembro de 2026.',
  terms: [
    {
      id: 'pausa',
      term: 'pausa',
      text: 'Número de dias, em Brasília, de um dia com notícia até o próximo dia com notícia, nos últimos 180 dias. Um órgão que publica todos os dias úteis tem pausas de 1 dia e, nos fins de semana, de 3.',
    },
    { id: 'pausa-usual', term: 'pausa usual', text: 'A mediana das pausas do órgão.' },
    {
      id: 'pausa-longa',
      term: 'pausa longa',
      text: 'O percentil 95 das pausas do órgão (posto mais próximo): 95 de cada 100 pausas não são maiores.',
    },
    { id: 'em-dia', term: 'em dia', text: 'O silêncio atual não passa da pausa longa.' },
    { id: 'atrasado', term: 'atrasado', text: 'O silêncio atual passa da pausa longa.' },
    {
      id: 'silencioso',
      term: 'silencioso',
      text: 'O silêncio atual passa de três pausas longas, e de dois dias.',
    },
    {
      id: 'parado',
      term: 'parado',
      text: 'O silêncio atual passa de seis pausas longas, e de 90 dias.',
    },
    {
      id: 'sem-leitura',
      term: 'sem leitura',
      text: 'As três últimas leituras do site falharam. O órgão pode ter publicado: o silêncio é nosso, não dele.',
    },
    {
      id: 'sem-historico',
      term: 'sem histórico',
      text: 'Menos de três pausas em 180 dias: pouco para falar de ritmo.',
    },
    {
      id: 'campos-adivinhados',
      term: 'campos adivinhados',
      text: 'Parte dos campos lidos em sete dias que faltam ou vêm de uma regra de reserva. Uma alta indica que o site mudou.',
    },
    {
      id: 'incidente',
      term: 'incidente',
      text: 'Tempo em que algo passou de um limite: três leituras seguidas com falha, uma notícia que espera mais de 15 minutos por uma etapa, um envio que espera mais de 30 minutos, uma tarefa que falhou desde o último sucesso, mensagens recusadas, ou um servidor de busca sem resposta.',
    },
  ],
}
