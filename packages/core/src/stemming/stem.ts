/** Shorter words stay unchanged. */
const MIN_CHARACTERS = 4

/** Singular words that end like a plural. Folded. */
const SINGULAR_IN_S = new Set(
  `mais demais jamais atras apos aliás alias atraves antes depois menos pelos gratis lapis tenis oasis cais pais gas mes
  tres dois seis dez onibus virus status bonus campus corpus deus adeus simples ferias pires inves reves vies conves
  portugues ingles frances japones chines holandes irlandes escoces noruegues dinamarques finlandes libanes congoles
  angoles marques burgues fregues campones montanhes cearenses jesus juros zeus aedes`.split(/\s+/),
)

/** Plurals and feminines that no rule covers. Folded. */
const IRREGULAR = new Map(
  `maes:mae paises:pais gases:gas meses:mes vieses:vies deuses:deus males:mal consules:consul arvores:arvore
  hectares:hectare softwares:software hardwares:hardware reis:rei leis:lei herois:heroi pessoas:pessoa
  faceis:facil dificeis:dificil uteis:util inuteis:inutil ageis:agil frageis:fragil texteis:textil ferteis:fertil
  infertis:infertil projeteis:projetil repteis:reptil versateis:versatil volateis:volatil estereis:esteril
  fosseis:fossil misseis:missil habeis:habil doceis:docil
  cidada:cidadao cidadas:cidadao irma:irmao irmas:irmao alema:alemao alemas:alemao crista:cristao cristas:cristao
  campea:campeao campeas:campeao orfa:orfao orfas:orfao
  presidenta:presidente presidentas:presidente europeia:europeu europeias:europeu
  aluna:aluno alunas:aluno nova:novo novas:novo filha:filho filhas:filho alta:alto altas:alto pequena:pequeno
  pequenas:pequeno gratuita:gratuito gratuitas:gratuito ultima:ultimo ultimas:ultimo maxima:maximo maximas:maximo
  minima:minimo minimas:minimo propria:proprio proprias:proprio menina:menino meninas:menino feminina:feminino femininas:feminino masculina:masculino
  masculinas:masculino latina:latino latinas:latino negra:negro negras:negro mulheres:mulher`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
)

interface Rule {
  ending: RegExp
  /** Replacement of the ending. */
  with: string
  /** Least length of a word that the rule changes, in characters. */
  min: number
}
const rule = (ending: RegExp, replacement: string, min: number): Rule => ({ ending, with: replacement, min })

// The first matching rule is used. A consonant before -res, -zes keeps the vowel: livres becomes livre, flores becomes
// flor.
const PLURAL: readonly Rule[] = [
  rule(/(?:oes|aes|aos)$/, 'ao', 4),
  rule(/ais$/, 'al', 5),
  rule(/eis$/, 'el', 5),
  rule(/ois$/, 'ol', 5),
  rule(/uis$/, 'ul', 5),
  rule(/is$/, 'il', 5),
  rule(/ns$/, 'm', 4),
  rule(/(?<=[aeiou][rz])es$/, '', 5),
  rule(
    /(?<=(?:portugu|ingl|franc|japon|chin|holand|campon|burgu|fregu|irland|escoc|libane|congol)es)es$/,
    '',
    6,
  ),
  rule(/(?<=[^s])s$/, '', 4),
  rule(/am$/, 'a', 5),
]

// Gender endings of nouns and adjectives, after Savoy's light stemmer (2006).
const FEMININE: readonly Rule[] = [
  rule(/(?<=[dst])ora$/, 'or', 6),
  rule(/(?<=portugu|ingl|franc|japon|chin|holand|campon|burgu)esa$/, 'es', 6),
  rule(/(?<=[aiu]d|ic|iv|os|eir|ari|ori|an|iss|pri|dic|ct)a$/, 'o', 5),
  rule(/(?<=[aei]t)a$/, 'o', 8),
]

function apply(rules: readonly Rule[], word: string): string {
  const fitting = rules.find(({ ending, min }) => word.length >= min && ending.test(word))
  return fitting ? word.replace(fitting.ending, fitting.with) : word
}

const known = new Map<string, string>()
/** Most words in the cache. A text has few distinct words, and most words occur in every text. */
const KNOWN_MAX = 50_000

function reduce(word: string): string {
  const irregular = IRREGULAR.get(word)
  if (irregular !== undefined) return irregular
  if (word.length < MIN_CHARACTERS || /[^a-z]/.test(word)) return word
  const singular = SINGULAR_IN_S.has(word) ? word : apply(PLURAL, word)
  return IRREGULAR.get(singular) ?? apply(FEMININE, singular)
}

/**
 * Returns the masculine singular of a folded Portuguese word, guessed from its ending: `bolsas` becomes `bolsa`,
 * `inscricoes` becomes `inscricao`, `professoras` becomes `professor`. Plural rules follow RSLP (Orengo and Huyck,
 * 2001), gender rules follow Savoy's light stemmer. The result is a readable word, so that a prefix of a word still
 * matches.
 */
export function stem(word: string): string {
  const found = known.get(word)
  if (found !== undefined) return found
  const reduced = reduce(word)
  if (known.size < KNOWN_MAX) known.set(word, reduced)
  return reduced
}
