import { wordSet } from '../words/word-set.ts'

/** A sentence that begins so continues another one, so it cannot stand alone. Folded first words. */
const CONTINUES = wordSet(`
  ela elas ele eles isso isto aquilo essa essas esse esses esta estas este estes nessa nesse nesta neste dessa desse
  desta deste nisso disso aquela aquele naquela naquele porem contudo entretanto todavia portanto assim ainda tambem
  ademais alem mas e ou pois entao porque logo por isso ja enquanto inclusive afinal outra outro outras outros
  seu sua seus suas tal tais la ali nele nela neles nelas dele dela deles delas ambos ambas quanto posteriormente
  nesses nessas destes destas desses dessas neles
`)
/** Folded beginnings of sentences that are spoken, quoted or technical, and no news. */
const SAID_BEGINNING =
  /^(?:segundo (?:ele|ela|eles|elas)|de acordo com (?:ele|ela)|para (?:ele|ela|isso)|com (?:isso|ess[ea]|est[ea])|durante [oa] (?:encontro|evento|reuniao|cerimonia|visita|solenidade|abertura)|ao todo|na ocasiao|apos isso|em seguida|por outro lado|ao mesmo tempo|neste sentido|nesse sentido|dessa forma|desta forma|alem d|a partir d(?:isso|ai)|por fim|por sua vez|veja|confira|acesse|clique|saiba|assista|leia|baixe|ouca|acompanhe|inscreva|consulte|para (?:mais|saber|acessar|conferir|ver)|mais informacoes|informacoes|com informacoes|os interessados|foto|fotos|imagem|credito|creditos|fonte|edicao|reportagem|texto|por (?!meio d)|legenda|arte|divulgacao|agradec|atenciosamente|prezad|telefone|contato|e-mail|email)\b/u
/** Lines beside the text: credits, links to other pages, contacts, cookies, share buttons. */
const BESIDE =
  /leia (?:tamb[ée]m|mais)|veja (?:tamb[ée]m|mais)|saiba mais|(?:cr[ée]ditos?|fotos?|imagem|ilustraç[ãa]o|arte|reprodução|divulgaç[ãa]o)\s*[:/|]|assessoria de (?:imprensa|comunicação)\s*(?:$|[-–|])|clique aqui|acesse aqui|neste link|nest[ea] p[áa]gina|copiar para|compartilhe|https?:\/\/|www\.|@[\w]|\bascom\b|ass?com\/|\bcookies?\b|todos os direitos|voltar ao topo|whatsapp/iu
const WEEKDAY = String.raw`(?:segunda|terça|quarta|quinta|sexta)(?:-feira|,| \()|sábado|domingo`
/**
 * Says when, and refers to no sentence before: "Nesta terça-feira (3), o ministro…", not "Nesta segunda etapa". Or means
 * another word than the one that continues: "Está aberta", "Por meio de".
 */
const BEGINS = new RegExp(
  String.raw`^(?:(?:n?est[ae]|ness[ae]) (?:${WEEKDAY})|n?est[ae] (?:(?:semana|fim de semana|mês|ano)(?!\p{L})|\d{1,2} de )|está(?!\p{L})|por meio d)`,
  'iu',
)
const ENDS = /[.!?…]["”’»)\]]*$/u
const STARTS = /^["“«(]?[\p{Lu}\p{N}]/u
const FIRST_WORDS = /^["“«(]?([^\s,.;:]+)/u

const countOf = (text: string, mark: string) => text.split(mark).length - 1

/** Whether quotation marks and brackets are complete, so that no quote is cut in half. */
function isBalanced(text: string): boolean {
  if (countOf(text, '"') % 2 === 1) return false
  return (
    countOf(text, '“') === countOf(text, '”') &&
    countOf(text, '«') === countOf(text, '»') &&
    countOf(text, '(') === countOf(text, ')') &&
    countOf(text, '[') === countOf(text, ']')
  )
}

/** Whether a text is one whole sentence of prose: no heading, list item, credit, link or half of a quote. */
export function isProse(text: string): boolean {
  return STARTS.test(text) && ENDS.test(text) && isBalanced(text) && !BESIDE.test(text) && !/[|•→]/.test(text)
}

/** Whether a sentence can be understood without the one before. `folded` is the sentence without case and accents. */
export function standsAlone(text: string, folded: string): boolean {
  const first = FIRST_WORDS.exec(folded)?.[1] ?? ''
  return (
    (!CONTINUES.has(first) || BEGINS.test(text)) &&
    !SAID_BEGINNING.test(folded) &&
    !/^["“«]/.test(text) &&
    !/\?$|^[^,.]{0,40}:\s/.test(text)
  )
}
