import { CHANNEL_NAMES } from '@pauta/platform/config/delivery-channels'

/** Texts of the clippings: lists and pages, the agent, and the form. A clipping is the whole, a recorte its part. */
export const clippingTexts = {
  title: 'Clippings',
  lead: 'Filtros salvos que chegam por e-mail na hora marcada. Siga um clipping publicado ou crie o seu.',
  create: 'Criar um clipping',
  mine: 'Meus clippings',
  published: 'Publicados',
  by: (author: string) => `por ${author}`,
  likes: (count: string) => (count === '1' ? '1 curtida' : `${count} curtidas`),
  followers: (count: string) => (count === '1' ? '1 seguidor' : `${count} seguidores`),
  follow: 'Seguir por e-mail',
  followed: 'Você segue este clipping',
  receive: 'Como recebo',
  unfollow: 'Deixar de seguir',
  unfollowed: 'Você não segue mais este clipping.',
  like: 'Curtir',
  clone: 'Copiar para os meus',
  selects: 'O que seleciona',
  releases: 'Edições',
  noReleases: 'Ainda não há edições.',
  missing: 'Este clipping não existe ou não está mais publicado.',
  themes: 'Temas',
  entities: 'Entidades',
  states: 'Estados de que falam',
  agencies: 'Órgãos',
  excludeAgencies: 'Exceto os órgãos',
  keywords: 'Palavras',
  excludeKeywords: 'Sem as palavras',
  events: 'Traz',
  feed: (title: string) => `RSS de “${title}”`,
  login:
    'Entre para criar clippings e recebê-los. Basta uma frase, como “vacinação no Nordeste, sem futebol, de segunda a sexta às 8h”: nesse horário chega um e-mail com as notícias novas, cada uma com título, órgão e resumo.',
  none: 'Você ainda não tem clippings.',
  paused: 'em pausa',
  next: (moment: string) => `próxima edição: ${moment}`,
  send: 'Enviar agora',
  sent: 'A edição está a caminho.',
  nothingToSend: 'Ainda não há notícia nova para este clipping: nada será enviado agora.',
  pause: 'Pausar',
  resume: 'Retomar',
  changed: 'Alteração salva.',
  remove: 'Excluir',
  deleted: 'Clipping excluído.',
  edit: 'Editar',
  duplicate: 'Duplicar',
  publish: 'Publicar',
  nowPublished: 'Publicado: qualquer pessoa pode ler e seguir as próximas edições.',
  unpublish: 'Despublicar',
  unpublished: 'O clipping não está mais publicado.',
  confirmPublish: (name: string) =>
    `Publicar “${name}”? Qualquer pessoa poderá ver seus recortes e ler as edições feitas a partir de agora.`,
  renew: 'Trocar os links das edições',
  confirmRenew: (name: string) =>
    `Trocar os links das edições de “${name}”? Os links com chave que você já enviou ou encaminhou deixam de abrir.`,
  renewed: 'Os links foram trocados. Os antigos não abrem mais.',
  removing: (name: string, seconds: number) =>
    `“${name}” será excluído em ${seconds} segundos. Ao sair desta página antes disso, ele fica.`,
  undo: 'Desfazer',
}

/** What keeps a subscription from being delivered. `whose` is the name of a channel, or an address. */
export const channelProblemTexts = {
  sentences: {
    FAILED_RELEASES: (whose: string, moment: string) =>
      `${whose}: desligado em ${moment}, porque as últimas cinco edições não puderam ser entregues.`,
    RECEIVER_GONE: (whose: string, moment: string) =>
      `${whose}: desligado em ${moment}, porque o endereço respondeu que não existe mais.`,
    ADDRESS_REFUSED: (whose: string, moment: string) =>
      `${whose} não recebe e-mails desde ${moment}: uma mensagem voltou ou foi marcada como spam.`,
  },
  switchOn: 'Ligar de novo',
  isOn: 'O canal está ligado de novo.',
}

export const agentTexts = {
  title: 'Criar um clipping',
  lead: 'Descreva em uma frase o que você quer acompanhar. Um assistente monta os filtros e mostra cada passo.',
  field: 'O que você quer acompanhar',
  placeholder: 'Vacinação infantil e Bolsa Família, só do Ministério da Saúde e do MDS',
  start: 'Montar filtros',
  stop: 'Parar',
  running: 'Trabalhando…',
  broken: 'A conexão caiu. Tente de novo.',
  sample: (recorte: string) => `Exemplos de “${recorte}”:`,
  call: (tool: string, recorte: string | undefined) =>
    recorte === undefined ? tool : `${tool}: “${recorte}”`,
  tools: {
    count_recorte: 'Contando notícias',
    sample_recorte: 'Lendo exemplos',
    search_themes: 'Procurando temas',
    search_agencies: 'Procurando órgãos',
  } as Record<string, string>,
  proposal: 'Proposta',
  ready: 'A proposta está pronta. Confira e corrija antes de salvar.',
  empty: 'O assistente não encontrou filtros para esta frase. Escreva com outras palavras ou monte à mão.',
  byHand: 'Montar à mão',
  schedule:
    'Dias e horários na frase, como “às 8h, de segunda a sexta”, e avisos, como “avise quando editarem”, preenchem o formulário.',
}

/** What forms call the arguments of the API, for messages about them. */
export const fieldTexts = {
  name: 'nome',
  description: 'descrição',
  email: 'e-mail',
  extraEmails: 'outros e-mails',
  schedule: 'horário',
  startDate: 'primeiro dia',
  endDate: 'último dia',
  title: 'título',
  keywords: 'palavras',
  excludeKeywords: 'sem as palavras',
  agencies: 'órgãos',
  excludeAgencies: 'exceto os órgãos',
  themes: 'temas',
  states: 'estados',
  entityCanonical: 'entidades',
  events: 'o que traz',
}

export const editorTexts = {
  title: (name: string) => `Editar “${name}”`,
  deliveryOf: (name: string) => `Como recebo “${name}”`,
  byHand: 'Clipping à mão',
  copyOf: (name: string) => `Cópia de ${name}`,
  notOwn: 'Este clipping não existe ou é de outra pessoa.',
  name: 'Nome do clipping',
  description: 'Descrição (opcional)',
  preview: {
    title: 'Prévia do e-mail',
    help: 'A mensagem como seria enviada agora com estes dados. Nada é salvo nem enviado.',
    show: 'Ver como o e-mail chega',
    renew: 'Atualizar a prévia',
    ready: 'Prévia pronta.',
    empty: 'Nenhuma notícia destes recortes, nem nos últimos 7 dias: nada seria enviado agora.',
    subject: 'Assunto',
    unnamed: 'Clipping sem nome',
    width: (pixels: number) => `Em uma janela de ${pixels} px`,
  },
  recortes: 'Recortes',
  recortesHelp:
    'Cada recorte é uma seção da edição: notícias de um dos temas, de um dos órgãos e com uma das expressões.',
  recorte: (position: number) => `Recorte ${position}`,
  recorteTitle: 'Título do recorte',
  keywords: 'Palavras, separadas por vírgula',
  excludeKeywords: 'Sem as palavras, separadas por vírgula',
  agencies: 'Órgãos',
  excludeAgencies: 'Exceto os órgãos',
  states: 'Estados de que falam',
  themes: 'Temas',
  bring: 'O que traz',
  events: {
    PUBLISHED: 'Notícias novas',
    EDITED: 'Edições de notícias',
    REMOVED: 'Notícias retiradas do ar',
  },
  eventsHelp:
    'Edições que mudam números, nomes ou o sentido, ou retiram texto, com as palavras de antes e depois. Também de notícias que já vieram em uma edição dos últimos 30 dias.',
  noEvents: 'Escolha ao menos uma opção.',
  choose: 'Adicionar…',
  addRecorte: 'Adicionar recorte',
  removeRecorte: (title: string) => `Remover ${title}`,
  noFilters:
    'Escolha ao menos uma palavra, um órgão, um tema, um estado ou uma entidade: sem filtros, o recorte não traz nada.',
  emptyRecorte: (name: string) =>
    `O recorte “${name}” não tem filtros e não traria nada: escolha ao menos um, ou remova o recorte.`,
  volume: (count: string, perDay: string) =>
    `${count === '1' ? '1 notícia' : `${count} notícias`} nas últimas 24 horas; cerca de ${perDay} por dia na última semana.`,
  sample: 'As mais recentes da última semana:',
  tooMany: 'É muita notícia para ler: restrinja os filtros.',
  schedule: 'Quando chega',
  time: (position: number) => `Horário ${position} (Brasília)`,
  addTime: 'Adicionar horário',
  removeTime: (time: string) => `Remover o horário ${time}`,
  days: 'Dias',
  startDate: 'Primeiro dia (opcional)',
  endDate: 'Último dia (opcional)',
  includeHistory: 'Se a primeira edição não tiver notícias novas, trazer até 20 anteriores',
  otherSchedule: (schedule: string) =>
    `Este clipping tem o horário “${schedule}”, que continua até você adicionar um horário.`,
  badSchedule:
    'Escolha ao menos um dia e um horário. Com vários horários, todos precisam dos mesmos minutos, como 8:00 e 18:00.',
  delivery: 'Como chega',
  recipients: 'Outros e-mails, separados por vírgula',
  recipientsHelp: 'Cada endereço só recebe depois de confirmar, em uma mensagem que enviamos a ele.',
  channels: { ...CHANNEL_NAMES, email: 'E-mail da sua conta' },
  telegram: {
    waits: 'O Telegram começa quando a sua conta tiver uma conversa vinculada.',
    link: 'Vincular o Telegram',
    open: 'Abrir o bot no Telegram e tocar em “Iniciar”',
    isLinked: 'O seu Telegram está vinculado.',
    none: 'Este serviço não tem um bot no Telegram.',
  },
  push: {
    waits: 'As notificações chegam aos navegadores que você inscrever. Este ainda não está inscrito.',
    subscribe: 'Receber neste navegador',
    isSubscribed: 'Este navegador recebe as notificações da sua conta.',
    unsubscribe: 'Deixar de receber neste navegador',
    none: 'Este serviço não envia notificações.',
    unsupported: 'Este navegador não recebe notificações. Inscreva outro, nesta mesma página.',
    refused:
      'O navegador não permite notificações desta página. Permita-as nas configurações do site e tente de novo.',
    failed: 'O navegador não alcançou o serviço de notificações dele. Tente de novo mais tarde.',
  },
  webhookSecret: {
    later: 'O segredo que assina o que o webhook recebe aparece aqui depois de salvar.',
    show: 'Segredo da assinatura do webhook',
    help: 'Quem recebe confere com ele cada aviso, pelo padrão Standard Webhooks. Outro endereço tem outro segredo.',
  },
  channelUrl: (channel: string) => `${channel}: endereço (https)`,
  kept: 'Este rascunho ficou guardado nesta aba e ainda não foi salvo.',
  giveUp: 'Descartar o rascunho',
  expired: 'A sua entrada expirou. Entre de novo e salve. O que você preencheu fica guardado nesta aba.',
  save: 'Salvar clipping',
  saveDelivery: 'Salvar',
  saving: 'Salvando…',
}
