// Made by `npm run generate`. Do not edit.
export const alertAddress = {
  "token": "O `token` do link de uma mensagem."
} as const
export const articleCounts = {
  "query": "Palavras a procurar como em `search` sem significado, no máximo 1.000 caracteres. null, em branco ou `*`: todas as notícias do filtro.",
  "filter": "Restringe as notícias; null conta todas. `dedup` e `oneStoryPer` não valem em contagens: BAD_USER_INPUT.",
  "by": "O que se conta: padrão DAY.",
  "limit": "Máximo de itens: padrão 50, máximo 1.000; um valor maior é reduzido. De períodos ficam os últimos; do resto, os maiores. Abaixo de 1: BAD_USER_INPUT."
} as const
export const analyticsKpis = {
  "range": "Período até agora, em dias de 24 horas."
} as const
export const topThemes = {
  "range": "Período até agora, em dias de 24 horas.",
  "limit": "Máximo de temas na resposta: padrão 8, máximo 100; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const topAgencies = {
  "range": "Período até agora, em dias de 24 horas.",
  "limit": "Máximo de órgãos na resposta: padrão 8, máximo 100; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const topStates = {
  "range": "Período até agora, em dias de 24 horas.",
  "limit": "Máximo de estados na resposta: padrão 27, máximo 100; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const articlesTimeline = {
  "range": "Número de dias até hoje, hoje incluído; no máximo 366, um valor maior é reduzido."
} as const
export const themeTimeline = {
  "dateFrom": "Primeiro dia, `AAAA-MM-DD` no horário de Brasília. Em branco ou inválido: BAD_USER_INPUT.",
  "dateTo": "Último dia, `AAAA-MM-DD` no horário de Brasília, incluído inteiro. Antes de `dateFrom`: BAD_USER_INPUT.",
  "granularity": "Tamanho dos períodos: padrão WEEK.",
  "limit": "Máximo de temas na resposta: padrão 6, máximo 25; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const agencyAnalytics = {
  "agencies": "De 1 a 200 órgãos, por chave ou nome oficial; desconhecidos são ignorados. Vazio: BAD_USER_INPUT; além de 200: LIMIT_EXCEEDED.",
  "dateFrom": "Primeiro dia, `AAAA-MM-DD` no horário de Brasília. Em branco ou inválido: BAD_USER_INPUT.",
  "dateTo": "Último dia, `AAAA-MM-DD` no horário de Brasília, incluído inteiro. Antes de `dateFrom`: BAD_USER_INPUT.",
  "granularity": "Tamanho dos períodos: padrão MONTH.",
  "metrics": "Métricas a calcular; null calcula todas. Uma métrica não pedida vem null (`topThemes`, vazio)."
} as const
export const trendingThemes = {
  "windowDays": "Dias da janela recente, até agora: padrão 7. Abaixo de 1: BAD_USER_INPUT.",
  "baselineDays": "Dias do período de base, que termina onde a janela começa: padrão 28. Abaixo de 1: BAD_USER_INPUT.",
  "minArticles": "Mínimo de notícias na janela: padrão 3. Abaixo de 0: BAD_USER_INPUT.",
  "growthThreshold": "Mínimo de `growthScore`: padrão 1,5.",
  "agencyKey": "Chave de um órgão, para contar só as notícias dele; null conta todos.",
  "limit": "Máximo de temas na resposta: padrão 10, máximo 100; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const trendingEntities = {
  "limit": "Máximo de entidades na resposta: padrão 10, máximo 50; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const articles = {
  "page": "Número da página: padrão 1, mínimo 1. Só os primeiros 10.000 resultados podem ser paginados.",
  "limit": "Notícias por página: padrão 10, máximo 250; um valor maior é reduzido. 0 devolve só a contagem. Abaixo de 0: BAD_USER_INPUT.",
  "filter": "Quais notícias; null devolve todas.",
  "sort": "Ordem das notícias; null ordena pela publicação mais recente."
} as const
export const article = {
  "uniqueId": "Identificador da notícia, de 1 a 128 caracteres."
} as const
export const popularTags = {
  "limit": "Máximo de etiquetas na resposta: padrão 20 (também para null), máximo 100; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const clipping = {
  "id": "Identificador do clipping, de 1 a 128 caracteres."
} as const
export const release = {
  "id": "Identificador da edição, de 1 a 128 caracteres."
} as const
export const releaseArticles = {
  "id": "Identificador da edição, de 1 a 128 caracteres."
} as const
export const releaseChanges = {
  "id": "Identificador da edição, de 1 a 128 caracteres."
} as const
export const clippingEstimate = {
  "themes": "Códigos de temas de qualquer nível, como `03`: notícias de qualquer um. Vazio não restringe. Máximo de 200.",
  "agencies": "Chaves de órgãos, como `saude`: notícias de qualquer um. Vazio não restringe. Máximo de 200.",
  "excludeAgencies": "Chaves de órgãos a excluir, como `saude`: deixa de fora notícias de qualquer um. Vazio não exclui. Máximo de 200.",
  "keywords": "Expressões de no máximo 100 caracteres: notícias com todas as palavras de uma delas no título ou no resumo. Vazio não restringe. Máximo de 50.",
  "excludeKeywords": "Expressões de no máximo 100 caracteres a excluir: deixa de fora notícias com todas as palavras de uma delas no título, ou todas no resumo. Máximo de 50.",
  "entityCanonical": "Identificadores de entidades do registro (`EntityNode.entityId`): notícias que citam qualquer uma. Vazio não restringe. Máximo de 200.",
  "states": "Siglas de estados, como `CE` ou `DF`: notícias que citam um deles, sua capital ou um de seus municípios. Vazio não restringe. Máximo de 200."
} as const
export const estimateRecorteCount = {
  "themes": "Códigos de temas de qualquer nível, como `03`: notícias de qualquer um. Vazio não restringe. Máximo de 200.",
  "agencies": "Chaves de órgãos, como `saude`: notícias de qualquer um. Vazio não restringe. Máximo de 200.",
  "excludeAgencies": "Chaves de órgãos a excluir, como `saude`: deixa de fora notícias de qualquer um. Vazio não exclui. Máximo de 200.",
  "keywords": "Expressões de no máximo 100 caracteres: notícias com todas as palavras de uma delas no título ou no resumo. Vazio não restringe. Máximo de 50.",
  "excludeKeywords": "Expressões de no máximo 100 caracteres a excluir: deixa de fora notícias com todas as palavras de uma delas no título, ou todas no resumo. Máximo de 50.",
  "entityCanonical": "Identificadores de entidades do registro (`EntityNode.entityId`): notícias que citam qualquer uma. Vazio não restringe. Máximo de 200.",
  "states": "Siglas de estados, como `CE` ou `DF`: notícias que citam um deles, sua capital ou um de seus municípios. Vazio não restringe. Máximo de 200.",
  "sinceHours": "Horas até agora: padrão 24, de 1 a 8.784 (um ano bissexto). Fora disso: BAD_USER_INPUT."
} as const
export const recorteEstimate = {
  "recorte": "Filtros do recorte."
} as const
export const clippingMailPreview = {
  "input": "O clipping como seria salvo.",
  "clippingId": "Identificador do clipping que estes dados substituiriam, de 1 a 128 caracteres: a prévia começa onde a última edição dele terminou. null, ou sem notícias desde então: a primeira edição de um clipping novo. Só a pessoa autora (FORBIDDEN); inexistente: NOT_FOUND."
} as const
export const entitySuggestions = {
  "query": "Começo do nome, sem diferença de maiúsculas, acentos e pontuação, no máximo 1.000 caracteres. Em branco: os nomes com mais notícias.",
  "type": "ORG, PER, LOC, EVENT, POLICY ou LAW restringe ao tipo; CANONICAL agrupa por entidade do registro; null usa todos os nomes. Outro valor: BAD_USER_INPUT.",
  "limit": "Máximo de nomes na resposta: padrão 10, máximo 100; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const entity = {
  "id": "Identificador da entidade (`Q` e dígitos, ou `dgb_` e um ULID), de 1 a 128 caracteres."
} as const
export const relatedEntities = {
  "id": "Identificador da entidade (`Q` e dígitos, ou `dgb_` e um ULID), de 1 a 128 caracteres.",
  "limit": "Máximo de entidades na resposta: padrão 12, máximo 100; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const entityNetwork = {
  "id": "Identificador da entidade (`Q` e dígitos, ou `dgb_` e um ULID), de 1 a 128 caracteres.",
  "depth": "Saltos a partir da entidade: padrão 1, máximo 2; um valor fora de 0 a 2 é ajustado.",
  "limit": "Máximo de ligações na resposta: padrão 50, máximo 500; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT.",
  "dateFrom": "Primeiro dia, `AAAA-MM-DD` no horário de Brasília, das notícias que contam; null começa na primeira notícia. Um período com mais de 50.000 citações da entidade e, com `depth: 2`, das vizinhas: LIMIT_EXCEEDED.",
  "dateTo": "Último dia, `AAAA-MM-DD` no horário de Brasília, incluído inteiro; null vai até a última notícia. Antes de `dateFrom`: BAD_USER_INPUT."
} as const
export const entityCoverage = {
  "entityId": "Identificador da entidade (`Q` e dígitos, ou `dgb_` e um ULID), de 1 a 128 caracteres.",
  "dateFrom": "Primeiro dia, `AAAA-MM-DD` no horário de Brasília; null começa na primeira notícia.",
  "dateTo": "Último dia, `AAAA-MM-DD` no horário de Brasília, incluído inteiro; null vai até a última notícia. Antes de `dateFrom`: BAD_USER_INPUT.",
  "granularity": "Tamanho dos períodos: padrão MONTH."
} as const
export const entitySearch = {
  "query": "Nome ou parte dele, no máximo 1.000 caracteres. Em branco: lista vazia.",
  "entityType": "Só entidades deste tipo; null procura em todos.",
  "limit": "Máximo de entidades na resposta: padrão 5, máximo 20; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const entityArticles = {
  "entityId": "Identificador da entidade (`Q` e dígitos, ou `dgb_` e um ULID), de 1 a 128 caracteres.",
  "page": "Número da página: padrão 1, mínimo 1. Só os primeiros 10.000 resultados podem ser paginados.",
  "limit": "Notícias por página: padrão 10, máximo 50; um valor maior é reduzido. 0 devolve só a contagem. Abaixo de 0: BAD_USER_INPUT."
} as const
export const policyDetails = {
  "entityId": "Identificador da entidade (`Q` e dígitos, ou `dgb_` e um ULID), de 1 a 128 caracteres."
} as const
export const policies = {
  "domain": "Área: SOCIAL, ECONOMIC, HEALTH, EDUCATION, SECURITY, ENVIRONMENT ou GOVERNANCE, em maiúsculas ou minúsculas; null devolve todas. Outro valor: BAD_USER_INPUT.",
  "lifecyclePhase": "Fase: ANNOUNCED, REGULATION, IMPLEMENTATION, EVALUATION ou ROUTINE, em maiúsculas ou minúsculas; null devolve todas. Outro valor: BAD_USER_INPUT.",
  "limit": "Máximo de políticas na resposta: padrão 20, máximo 200; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT.",
  "offset": "Políticas a pular: padrão 0. Abaixo de 0: BAD_USER_INPUT; além das primeiras 10.000: LIMIT_EXCEEDED."
} as const
export const newsById = {
  "uniqueId": "Identificador da notícia, de 1 a 128 caracteres."
} as const
export const newsBatch = {
  "uniqueIds": "Identificadores das notícias: máximo 500."
} as const
export const newsForTypesense = {
  "uniqueId": "Identificador da notícia, de 1 a 128 caracteres."
} as const
export const newsBatchForBigquery = {
  "startDate": "Primeiro dia, `AAAA-MM-DD` no horário de Brasília, ou instante ISO 8601, incluído. Em branco: BAD_USER_INPUT.",
  "endDate": "Último dia, `AAAA-MM-DD` no horário de Brasília, incluído inteiro; ou instante ISO 8601, excluído. Em branco: BAD_USER_INPUT.",
  "batchSize": "Máximo de notícias na resposta: padrão 100, máximo 1.000; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT.",
  "cursor": "`uniqueId` da última notícia recebida, excluída; null começa do início. Desconhecido: BAD_USER_INPUT."
} as const
export const similarArticles = {
  "uniqueId": "Identificador da notícia, de 1 a 128 caracteres.",
  "threshold": "Cosseno acima do qual uma notícia conta, excluído: padrão 0,8, de -1 a 1 (senão BAD_USER_INPUT).",
  "limit": "Máximo de notícias na resposta: padrão 5, máximo 100; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const integrityBatch = {
  "batchSize": "Máximo de notícias na resposta: padrão 50, máximo 1.000; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const articleChangeCounts = {
  "agencies": "Só notícias destes órgãos, pelas chaves; null ou vazio conta todas. Máximo de 200 valores, cada um de 300 caracteres.",
  "themes": "Só notícias de um destes temas de qualquer nível, pelos códigos atuais; null ou vazio conta todas. Máximo de 200 valores, cada um de 300 caracteres.",
  "grades": "Só edições com uma destas notas; null ou vazio conta todos os acontecimentos.",
  "kinds": "Só estes acontecimentos; null ou vazio conta todos.",
  "from": "Início do período em que foram registrados: `AAAA-MM-DD` de Brasília ou instante ISO 8601; padrão 30 dias antes do fim. Mais de 366 dias antes do fim: LIMIT_EXCEEDED. Inválido: BAD_USER_INPUT.",
  "to": "Fim do período: um dia vale inteiro, um instante fica de fora; padrão agora. Antes de `from` ou inválido: BAD_USER_INPUT.",
  "by": "O que se conta: padrão DAY.",
  "limit": "Máximo de itens: padrão 50, máximo 400; um valor maior é reduzido. De períodos ficam os últimos; do resto, os maiores. Abaixo de 1: BAD_USER_INPUT."
} as const
export const articleVersionPages = {
  "uniqueId": "Identificador da notícia, de 1 a 128 caracteres."
} as const
export const articleChanges = {
  "filter": "Restringe as notícias pelos valores atuais; null traz todas. `dedup` e `oneStoryPer` não têm efeito.",
  "grades": "Só edições com uma destas notas; null ou vazio traz todos os acontecimentos.",
  "kinds": "Só estes acontecimentos; null ou vazio traz todos.",
  "from": "Início do período em que foram registrados: `AAAA-MM-DD` de Brasília ou instante ISO 8601; null não restringe. Inválido: BAD_USER_INPUT.",
  "to": "Fim do período: um dia vale inteiro, um instante fica de fora; null não restringe. Antes de `from` ou inválido: BAD_USER_INPUT.",
  "first": "Máximo de acontecimentos na resposta: padrão 50, máximo 200; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT.",
  "after": "`endCursor` da página anterior; null começa pelo mais recente. Que não seja uma posição: BAD_USER_INPUT."
} as const
export const articleVersion = {
  "uniqueId": "Identificador da notícia, de 1 a 128 caracteres.",
  "number": "Número da versão, a partir de 1."
} as const
export const articleDiff = {
  "uniqueId": "Identificador da notícia, de 1 a 128 caracteres.",
  "from": "Número da versão antiga, a partir de 1.",
  "to": "Número da versão nova, a partir de 1."
} as const
export const marketplaceListings = {
  "page": "Número da página: padrão 1, mínimo 1. Só os primeiros 10.000 resultados podem ser paginados.",
  "limit": "Publicações por página: padrão 20, máximo 100; um valor maior é reduzido. 0 devolve só a contagem. Abaixo de 0: BAD_USER_INPUT."
} as const
export const marketplaceListing = {
  "id": "Identificador da publicação no marketplace, de 1 a 128 caracteres."
} as const
export const agencyFreshness = {
  "agencies": "No máximo 200 órgãos, por chave ou nome oficial; null devolve todo órgão que publica ou cujo site é lido.",
  "limit": "Máximo de órgãos na resposta: padrão 300, máximo 500; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const incidents = {
  "days": "Dias até agora: padrão 30, máximo 365; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT.",
  "limit": "Máximo de incidentes na resposta: padrão 50, máximo 500; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const pipelineStatus = {
  "step": "Só esta etapa: enrich, classify, embed ou index; null mostra todas. Outro valor: BAD_USER_INPUT.",
  "agency": "Chave de um órgão, para listar só as notícias dele; null lista todas."
} as const
export const siteStatus = {
  "limit": "Máximo de sites na resposta: padrão 50, máximo 500; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const jobRuns = {
  "job": "Nome de uma tarefa; null lista todas.",
  "status": "Estado: running, waiting, succeeded, failed ou skipped; null lista todos. Outro valor: BAD_USER_INPUT.",
  "limit": "Máximo de execuções na resposta: padrão 30, máximo 500; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const deliveryRows = {
  "status": "Estado: pending, sending, sent, failed, unknown ou skipped; padrão failed. Outro valor: BAD_USER_INPUT.",
  "channel": "Canal, pelo nome que tem em `DeliveryChannels`; null lista todos. Outro valor: BAD_USER_INPUT.",
  "limit": "Máximo de envios na resposta: padrão 50, máximo 500; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const incidentReports = {
  "days": "Dias até agora: padrão 14, máximo 365; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT.",
  "limit": "Máximo de incidentes na resposta: padrão 50, máximo 500; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const operationsHistory = {
  "days": "Dias até hoje: padrão 7, máximo 14; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const search = {
  "query": "Texto a procurar, no máximo 1.000 caracteres, dos quais valem 30 palavras. `*` devolve todas as notícias do filtro, a mais recente primeiro. Em branco, o mesmo, mas só com um filtro; sem filtro: BAD_USER_INPUT.",
  "filter": "Restringe as notícias em que se procura; null procura em todas.",
  "page": "Número da página: padrão 1, mínimo 1. Só os primeiros 10.000 resultados podem ser paginados.",
  "semantic": "Com true, procura também pelo significado do texto, além das palavras.",
  "alpha": "Peso do significado na ordem, de 0 (só palavras) a 1 (só significado); null vale 0,3. Sem `semantic` não tem efeito; fora de 0 a 1: BAD_USER_INPUT.",
  "dedup": "Com true, devolve só uma de várias notícias da mesma história, e `found` conta histórias. Vale também por `filter.dedup` e `filter.oneStoryPer`.",
  "sort": "Ordem das notícias; null vale RELEVANCE. A ordem não muda quais notícias são encontradas.",
  "limit": "Notícias por página: padrão 20, máximo 100; um valor maior é reduzido. 0 devolve só a contagem. Abaixo de 0: BAD_USER_INPUT."
} as const
export const searchSuggestions = {
  "query": "Começo de um título, no máximo 1.000 caracteres. Em branco: lista vazia."
} as const
export const relatedArticles = {
  "uniqueId": "Identificador da notícia, de 1 a 128 caracteres.",
  "limit": "Máximo de notícias na resposta: padrão 4, máximo 100; um valor maior é reduzido. Abaixo de 1: BAD_USER_INPUT."
} as const
export const themeArticleCounts = {
  "days": "Período em dias de 24 horas até agora: padrão 30. Abaixo de 1: BAD_USER_INPUT.",
  "level": "Nível dos temas, de 1 a 3: padrão 1. Outro valor: BAD_USER_INPUT."
} as const
export const widgetArticles = {
  "config": "O que o widget mostra.",
  "page": "Número da página: padrão 1, mínimo 1. Só os primeiros 10.000 resultados podem ser paginados."
} as const
export const alertInput = {
  "email": "Endereço de e-mail, no máximo 254 caracteres. Só recebe o alerta depois de confirmar. Inválido: BAD_USER_INPUT.",
  "recorte": "O que o alerta traz, com o nome do alerta em `title`. Sem tema, órgão nem palavra: BAD_USER_INPUT.",
  "frequency": "Com que frequência o alerta chega: padrão DAILY. Sem notícia nova, nada é enviado."
} as const
export const dateRange = {
  "days": "Número de dias, a partir de 1. `articlesTimeline` usa no máximo 366; nas outras consultas um dia são 24 horas."
} as const
export const articleFilter = {
  "agencies": "Chaves de órgãos (`Agency.code`), como `saude`: notícias de qualquer um deles. Máximo de 200 valores, cada um de 300 caracteres.",
  "excludeAgencies": "Chaves de órgãos a excluir (`Agency.code`), como `saude`: deixa de fora notícias de qualquer um deles. Máximo de 200 valores, cada um de 300 caracteres.",
  "themes": "Códigos de temas de nível 1, 2 ou 3, como `03`: notícias que têm um deles em qualquer nível. Máximo de 200 valores, cada um de 300 caracteres.",
  "tags": "Etiquetas exatas: notícias com qualquer uma delas. Máximo de 200 valores, cada um de 300 caracteres.",
  "startDate": "Primeiro dia, `AAAA-MM-DD` no horário de Brasília, ou instante ISO 8601, incluído.",
  "endDate": "Último dia, `AAAA-MM-DD` no horário de Brasília, incluído inteiro; ou instante ISO 8601, excluído. Antes do início: BAD_USER_INPUT.",
  "themeLabel": "Nome exato de um tema de nível 1.",
  "dedup": "Com true, devolve só uma de várias notícias da mesma história, e `found` conta histórias; com false ou null, todas. O mesmo que `oneStoryPer`.",
  "oneStoryPer": "Com true, devolve só uma notícia de cada história (`Article.story`), a primeira na ordem da lista, e `found` conta histórias; com false ou null, todas.",
  "entities": "Nomes de entidades como os textos os escrevem: notícias que citam qualquer um. Máximo de 200 valores, cada um de 300 caracteres.",
  "themeSource": "Origens dos temas (`Article.themeSource`): `operator`, `site`, `model`, `learned` ou `rules`; um valor desconhecido não encontra nada. Máximo de 200 valores, cada um de 300 caracteres.",
  "minThemeConfidence": "Menor probabilidade do tema (`Article.themeConfidence`), de 0 a 1 (fora: BAD_USER_INPUT): notícias cujo tema o classificador próprio escolheu com essa probabilidade ou mais. Deixa de fora temas de outras origens, que não têm probabilidade.",
  "sentiment": "Sentimentos do texto: `positive`, `neutral` ou `negative`.",
  "entityCanonical": "Identificadores de entidades do registro (`EntityNode.entityId`): notícias que citam qualquer uma. Máximo de 200 valores, cada um de 300 caracteres.",
  "states": "Siglas de estados, como `CE` ou `DF`: notícias que citam um deles, sua capital ou um de seus municípios. Máximo de 200 valores, cada um de 300 caracteres.",
  "keywords": "Expressões: notícias com todas as palavras de ao menos uma delas no título ou no resumo. Máximo de 50 expressões, cada uma de 100 caracteres.",
  "excludeKeywords": "Expressões a excluir: deixa de fora notícias com todas as palavras de uma delas no título, ou todas no resumo. Máximo de 50 expressões, cada uma de 100 caracteres."
} as const
export const recorteInput = {
  "title": "Nome do recorte, de 1 a 100 caracteres (senão BAD_USER_INPUT).",
  "themes": "Códigos de temas de qualquer nível, como `03`: notícias de qualquer um. Vazio não restringe. Máximo de 200.",
  "agencies": "Chaves de órgãos, como `saude`: notícias de qualquer um. Vazio não restringe. Máximo de 200.",
  "excludeAgencies": "Chaves de órgãos a excluir, como `saude`: deixa de fora notícias de qualquer um. Vazio não exclui. Máximo de 200.",
  "keywords": "Expressões de no máximo 100 caracteres: notícias com todas as palavras de uma delas no título ou no resumo. Vazio não restringe. Máximo de 50.",
  "excludeKeywords": "Expressões de no máximo 100 caracteres a excluir: deixa de fora notícias com todas as palavras de uma delas no título, ou todas no resumo. Máximo de 50.",
  "entityCanonical": "Identificadores de entidades do registro (`EntityNode.entityId`): notícias que citam qualquer uma. Vazio não restringe. Máximo de 200.",
  "states": "Siglas de estados, como `CE` ou `DF`: notícias que citam um deles, sua capital ou um de seus municípios. Vazio não restringe. Máximo de 200.",
  "events": "O que o recorte traz: padrão `[PUBLISHED]`, só notícias novas. Com EDITED ou REMOVED, a edição mostra também as mudanças de notícias selecionadas e das que estavam em uma edição do clipping nos 30 dias anteriores. Vazio: BAD_USER_INPUT."
} as const
export const recorteFiltersInput = {
  "themes": "Códigos de temas de qualquer nível, como `03`: notícias de qualquer um. Vazio não restringe. Máximo de 200.",
  "agencies": "Chaves de órgãos, como `saude`: notícias de qualquer um. Vazio não restringe. Máximo de 200.",
  "excludeAgencies": "Chaves de órgãos a excluir, como `saude`: deixa de fora notícias de qualquer um. Vazio não exclui. Máximo de 200.",
  "keywords": "Expressões de no máximo 100 caracteres: notícias com todas as palavras de uma delas no título ou no resumo. Vazio não restringe. Máximo de 50.",
  "excludeKeywords": "Expressões de no máximo 100 caracteres a excluir: deixa de fora notícias com todas as palavras de uma delas no título, ou todas no resumo. Máximo de 50.",
  "entityCanonical": "Identificadores de entidades do registro (`EntityNode.entityId`): notícias que citam qualquer uma. Vazio não restringe. Máximo de 200.",
  "states": "Siglas de estados, como `CE` ou `DF`: notícias que citam um deles, sua capital ou um de seus municípios. Vazio não restringe. Máximo de 200."
} as const
export const clippingInput = {
  "name": "Nome do clipping, de 1 a 100 caracteres (senão BAD_USER_INPUT).",
  "schedule": "Expressão cron de cinco campos no horário de Brasília, como `0 8 * * 1-5` (8h dos dias úteis), no máximo 24 edições por dia, com ao menos 15 minutos entre elas. Outra expressão: BAD_USER_INPUT.",
  "description": "Descrição, no máximo 500 caracteres; null ou vazio a remove.",
  "recortes": "Recortes, no máximo 20. Um recorte sem filtros é aceito com aviso e não captura nada; só com eles, o clipping não faz edições.",
  "prompt": "Pedido em palavras do qual os recortes foram gerados, no máximo 2.000 caracteres; null o remove.",
  "scheduleTime": "Hora `HH:MM` de clientes antigos: conferida e guardada, sem efeito. O horário é o de `schedule`.",
  "startDate": "Primeiro dia do clipping no horário de Brasília; null começa já.",
  "endDate": "Último dia do clipping no horário de Brasília, incluído inteiro; null não termina. Antes de `startDate`: BAD_USER_INPUT.",
  "extraEmails": "Outros endereços que recebem as edições depois de confirmar, no máximo 20; null mantém os atuais.",
  "includeHistory": "Com true, a primeira edição, se vazia, traz até 20 notícias anteriores; null mantém o valor (false ao criar).",
  "deliveryChannels": "Canais de envio da pessoa autora; null mantém os atuais (nenhum ao criar)."
} as const
export const deliveryChannelsInput = {
  "email": "Envia por e-mail: padrão false.",
  "telegram": "Envia pelo Telegram: padrão false. Sem conta vinculada, espera até que haja uma.",
  "push": "Envia por notificação do navegador (Web Push): padrão false.",
  "webhook": "Envia por webhook: padrão false. Precisa de uma URL https em `webhookUrl`.",
  "slack": "Envia por webhook de entrada no formato do Slack (Slack, Mattermost, Rocket.Chat, Discord /slack): padrão false. Precisa de uma URL https em `slackUrl`."
} as const
export const subscribeInput = {
  "clippingId": "Identificador do clipping, de 1 a 128 caracteres.",
  "deliveryChannels": "Canais de envio, que substituem os atuais.",
  "extraEmails": "Outros endereços, no máximo 20, que substituem os atuais; null remove todos.",
  "webhookUrl": "URL https pública do webhook, que substitui a atual; null a remove. Obrigatória com o canal webhook (senão BAD_USER_INPUT).",
  "slackUrl": "URL https pública do webhook de entrada no formato do Slack (Slack, Mattermost, Rocket.Chat, Discord /slack), que substitui a atual; null a remove. Obrigatória com o canal slack (senão BAD_USER_INPUT)."
} as const
export const pushPreferencesInput = {
  "agencies": "Chaves de órgãos, no máximo 200. Uma que não existe é guardada, com um aviso.",
  "themes": "Códigos de temas de qualquer nível, no máximo 200. Um que não existe é guardado, com um aviso.",
  "enabled": "Liga ou desliga as notificações de notícias novas: padrão true."
} as const
export const pushSubscriptionInput = {
  "endpoint": "Endereço https público do serviço de push do navegador. Outro: BAD_USER_INPUT.",
  "keysP256dh": "Chave `p256dh` do navegador, de 1 a 512 caracteres.",
  "keysAuth": "Chave `auth` do navegador, de 1 a 512 caracteres."
} as const
export const featureUpsertInput = {
  "uniqueId": "Identificador da notícia, de 1 a 128 caracteres.",
  "features": "Valores a juntar: um objeto, ou o texto JSON de um. Fora das faixas de `upsertFeatures`, o item conta como falha."
} as const
export const publishInput = {
  "name": "Nome da publicação, no máximo 100 caracteres; vazio usa o nome do clipping.",
  "description": "Descrição da publicação, no máximo 500 caracteres; null ou vazio publica sem descrição."
} as const
export const widgetConfigInput = {
  "agencies": "Chaves de órgãos: notícias de qualquer um; vazio não restringe. Máximo de 200.",
  "themes": "Códigos de temas de qualquer nível: notícias de qualquer um; vazio não restringe. Máximo de 50.",
  "layout": "Disposição, que não muda a resposta: padrão LIST.",
  "articlesPerPage": "Notícias por página: padrão 10, máximo 50; um valor maior é reduzido. 0 devolve só a contagem. Abaixo de 0: BAD_USER_INPUT."
} as const
