/** Returns the words of a text with blanks between them. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Stop words, folded. */
const STOP_WORDS = wordSet(`
  a o as os um uma uns umas ao aos à às de do da dos das em no na nos nas num numa por pelo pela pelos pelas para pra pro
  com contra sob sobre entre ate desde apos durante e ou nem mas que se como quando onde qual quais cujo cuja mais menos
  muito muita muitos muitas todo toda todos todas tudo cada algum alguma alguns algumas qualquer outro outra outros outras
  este esta estes estas esse essa esses essas isto isso aquele aquela aqueles aquelas aquilo meu minha meus minhas seu sua
  seus suas nosso nossa eu voce voces ele ela eles elas me te lhe nos ser e sao era foi esta estao estar ter tem tenho
  haver ha houver vai vao seja sejam for forem fosse fossem tenha tenham tambem bem la aqui ja so apenas inclusive tipo
  ao longo via per dentro fora acerca
`)

/** The state Pará; without the accent, "para" is a preposition. */
const NO_STOP_WORD = 'pará'

/** Returns true for a stop word, as written. */
export function isStopWord({ text, folded }: { text: string; folded: string }): boolean {
  return STOP_WORDS.has(folded) && text.toLowerCase() !== NO_STOP_WORD
}

/** Conjunctions between two subjects, folded. */
export const CONJUNCTIONS = wordSet('e ou nem tambem alem mas bem')

/** A subject follows these words. The words before them in the sentence only express the request. */
export const TOPIC_MARKERS = wordSet(
  'sobre acerca referente referentes relacionado relacionada relacionados relacionadas',
)

/** These words introduce who the reader is. Folded. */
export const INTRODUCTIONS = wordSet('sou somos')

/** Words of requests, and words that fit every article here. Folded. */
export const REQUEST_WORDS = wordSet(`
  quero queria queremos gostaria gostaríamos gostariamos preciso precisamos desejo desejamos interessa interesse interesses
  acompanhar acompanho receber recebe monitorar monitoramento saber ver ler seguir buscar busca procurar procuro encontrar
  pesquisar filtrar mostre mostrar mostra mande mandar manda envie enviar envia avise avisar crie criar cria monte montar
  monta gere gerar gera faca fazer traga trazer reuna reunir selecione listar liste ajude ajudar ficar fique sabendo dentro
  clipping clippings clipagem recorte recortes noticia noticias materia materias reportagem reportagens artigo artigos
  informacao informacoes informe informes novidade novidades atualizacao atualizacoes conteudo conteudos publicacao
  publicacoes publicado publicada publicados publicadas divulgado divulgada divulgados divulgadas texto textos resumo
  resumos boletim boletins tema temas assunto assuntos topico topicos respeito relacao tratar trate tratem trata tratam
  falar fale falem fala falam mencionar mencione mencionem citar cite citem envolver envolvam envolvendo aconteceu acontece
  acontecendo acontecer saiu sair sai dia dias diario diaria diariamente semana semanas semanal semanalmente mes mensal
  mensalmente ano anos hoje ontem agora manha tarde noite hora horas ultimo ultima ultimos ultimas recente recentes novo nova
  novos novas principal principais importante importantes relevante relevantes geral email e-mail telegram por favor favor
  obrigado obrigada ola oi bom boa seguinte seguintes sendo quem interessado interessada
  governo federal brasil brasileiro brasileira brasileiros brasileiras pais nacional orgao orgaos oficial oficiais
  publico publica publicos publicas
  ignore ignorar ignora desconsidere desconsiderar esqueca esquecer revele revelar instrucao instrucoes anterior anteriores
  nada quinzenal quinzenalmente uteis vezes prompt prompts sistema system responda responder execute executar finja
  regra regras obedeca
`)

/** Words that add nothing beside another one: "programas de moradia" is about housing. Folded. */
export const WEAK_WORDS = wordSet(`
  acao acoes programa programas projeto projetos politica politicas medida medidas iniciativa iniciativas evento eventos
  area areas setor setores questao questoes situacao desenvolvimento atividade atividades anuncio anuncios lancamento
  lancamentos coisa coisas dado dados relatorio relatorios combate enfrentamento luta apoio
`)

/** Adjectives of the news whose endings nouns have, too. Folded. */
export const OTHER_ADJECTIVES = wordSet(`
  urbano urbana urbanos urbanas humano humana humanos humanas materno materna maternos maternas externo externa externos
  externas interno interna internos internas moderno moderna feminino feminina femininos femininas masculino masculina
  masculinos masculinas marinho marinha marinhos marinhas bovino bovina bovinos bovinas suino suina suinos suinas aereo
  aerea aereos aereas financeiro financeira financeiros financeiras estrangeiro estrangeira estrangeiros estrangeiras
  pesqueiro pesqueira pesqueiros pesqueiras indigena indigenas quilombola quilombolas negro negra negros negras limpo limpa
  limpos limpas gratuito gratuita gratuitos gratuitas remoto remota remotos remotas integrado integrada integrados
  integradas continuado continuada continuados continuadas privado privada privados privadas superior superiores medio
  media medios medias idoso idosa
`)
