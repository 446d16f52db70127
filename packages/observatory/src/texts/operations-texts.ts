import { byNumber } from './by-number.ts'

/** Texts of the page for operators. */
export const operationsTexts = {
  title: 'Operação',
  lead: 'O que espera, o que falhou e por quê, com os comandos para agir',
  login: 'Entrar como operação',
  loginText:
    'Esta página mostra dados internos. Só contas de serviço da lista do estágio (serviceIdentity.allowlist) a leem.',
  laptop: 'Em um computador próprio, entre como “operacao”: o emulador não pede senha.',
  paste: 'Ou cole um token de serviço',
  pasteHelp:
    'No computador próprio, “npm run token -- --service” imprime um. O token fica só nesta aba e expira.',
  pasteSubmit: 'Usar token',
  badToken: 'Este texto não é um token válido, ou já expirou. Peça outro ao emissor e cole-o inteiro.',
  loginFailed: 'A entrada não foi concluída. Tente de novo ou cole um token de serviço.',
  noIssuer: 'Este site não tem um emissor para operadores. Cole um token de serviço.',
  leave: 'Sair da operação',
  copy: 'Copiar',
  command: (label: string, command: string) => `${label} o comando ${command}`,
  copied: 'Copiado',
  stage: 'Em um estágio da nuvem, ponha antes de cada comando:',
  measuredBy: (moment: string) => `Contado pela varredura em ${moment}; para contar agora:`,
  never: 'nunca',
  ago: (duration: string) => `há ${duration}`,
  counts: {
    waiting: byNumber('notícia espera uma etapa', 'notícias esperam uma etapa'),
    failed: byNumber('notícia com falha', 'notícias com falha'),
    dead: byNumber('mensagem recusada', 'mensagens recusadas'),
    runs: byNumber('execução falhou em 24 h', 'execuções falharam em 24 h'),
    sites: byNumber('site com falha', 'sites com falha'),
    deliveries: byNumber('envio falhou em 24 h', 'envios falharam em 24 h'),
  },
  /** Fragments of the page's address. */
  ids: {
    incidents: 'incidentes',
    history: 'semana',
    pipeline: 'etapas',
    queues: 'filas',
    sites: 'sites',
    jobs: 'tarefas',
    deliveries: 'envios',
  },
  docs: {
    'when-something-is-wrong': 'O que fazer quando algo está errado',
    'sites-that-do-not-answer': 'O que fazer com sites que não respondem',
    'freshness-and-incidents': 'Quando um incidente começa e termina',
  },
  stores: {
    asking: 'Perguntando a /ready o que responde …',
    well: 'O PostgreSQL e o índice de busca respondem, e nenhuma etapa está atrasada (/ready, a cada 30 segundos).',
    silent:
      'A API não responde, nem em /ready: os leitores não veem nada. Verifique se o serviço está no ar e se este computador tem conexão:',
    down: {
      postgresql:
        'O PostgreSQL não responde: logins, clippings e a ingestão param. Verifique o servidor dele e pergunte de novo:',
      'search-index':
        'O índice de busca não responde: listas, buscas e gráficos falham para os leitores, e notícias novas esperam. Nada se perde: ligue o servidor do índice e pergunte de novo:',
    } as Record<string, string>,
    otherDown: (name: string) => `Uma dependência não responde: ${name}. Pergunte de novo:`,
    unwritable:
      'O PostgreSQL não aceita escrita (disco cheio ou só leitura): nada novo é guardado. Libere espaço e pergunte de novo:',
    missing: (documents: string, expected: string) =>
      `O índice tem ${documents} de ${expected} notícias; as demais não são encontradas. Para copiá-las de novo:`,
    late: (step: string, duration: string) =>
      `Uma notícia espera pela etapa ${step} há ${duration}. Para ver o motivo:`,
  },
  history: 'Últimos sete dias',
  historyHelp:
    'Por dia de Brasília: incidentes que começaram; notícias em que uma etapa falhou e ainda não deu certo; mensagens recusadas, na pior medida do dia; execuções, sites e envios que falharam.',
  historyColumns: ['dia', 'incidentes', 'notícias', 'mensagens', 'execuções', 'sites', 'envios'],
  pipeline: 'Etapas das notícias',
  pipelineColumns: ['etapa', 'esperam', 'com falha', 'mais antiga', 'agir'],
  failedSteps: 'Falharam por último',
  failedStepColumns: ['notícia', 'etapa', 'órgão', 'tentativas', 'motivo', 'quando'],
  queues: 'Filas e mensagens recusadas',
  queueColumns: ['fila', 'esperam', 'em trabalho', 'recusadas', 'motivos (das lidas)', 'agir'],
  unmeasured:
    'As filas ainda não foram contadas. A varredura as conta a cada cinco minutos; para contar agora:',
  jobs: 'Tarefas, últimas 24 horas',
  jobColumns: ['tarefa', 'horário', 'terminou', 'bem', 'falharam', 'puladas', 'abertas', 'agir'],
  byHand: 'à mão',
  targets: (count: string) => (count === '1' ? '1 alvo' : `${count} alvos`),
  runs: 'Execuções',
  runStatus: 'Situação das execuções',
  runStatuses: {
    failed: 'com falha',
    waiting: 'esperam nova tentativa',
    running: 'em curso',
    skipped: 'puladas',
    succeeded: 'bem-sucedidas',
  },
  runColumns: ['tarefa', 'alvo', 'para', 'tentativas', 'motivo', 'agir'],
  deliveries: 'Envios',
  channelColumns: [
    'canal',
    'esperam',
    'mais antigo',
    'pausado até',
    'enviados',
    'falharam',
    'sem resposta',
    'agir',
  ],
  deliveryStatus: 'Situação dos envios',
  deliveryStatuses: {
    failed: 'com falha',
    unknown: 'sem resposta',
    pending: 'esperam',
    skipped: 'pulados',
    sent: 'enviados',
  },
  deliveryColumns: ['envio', 'canal', 'tipo', 'clipping', 'tentativas', 'motivo', 'quando', 'agir'],
  sites: 'Sites com problema',
  siteColumns: ['órgão', 'problema', 'falhas seguidas', 'lido', 'próxima leitura', 'erro', 'agir'],
  siteTroubles: { failing: 'falhando', silent: 'silencioso', drifting: 'página mudou' },
  incidents: 'Incidentes dos últimos 14 dias',
  incidentColumns: ['tipo', 'o quê', 'duração', 'pior medida', 'motivo', 'agir'],
  /** Where no reason was recorded. */
  incidentReasons: {
    AGENCY_UNREAD: 'o site não respondeu; a causa não foi guardada',
    STEP_LATE: 'a etapa não avança; a causa não foi guardada',
    JOB_FAILED: 'a tarefa não guardou a causa',
    DEAD_LETTERS: 'nenhuma das mensagens pôde ser lida',
    DELIVERIES_LATE: 'o canal não avança; a causa não foi guardada',
    INDEX_UNHEALTHY: 'o servidor do índice não respondeu',
    ACCURACY_FELL: 'o último aprendizado mediu menos acerto do que o que está em uso',
  },
  none: 'Nada aqui.',
}
