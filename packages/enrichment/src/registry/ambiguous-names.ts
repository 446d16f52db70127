import { wordSet } from '../words/word-set.ts'

/**
 * Conditions under which an ambiguous name counts as the registry's. Such a name is also an ordinary word, another
 * place or a person's name.
 */
export interface ContextRule {
  /** Folded words, one of which must directly precede the name. */
  after?: ReadonlySet<string>
  /** Folded words that must not follow the name. */
  notBefore?: ReadonlySet<string>
}

const MASCULINE = wordSet('o do no pelo ao e com programa sistema')
const FEMININE = wordSet('a da na pela com e banco')
const PLACE = wordSet('em de para cidade municipio capital prefeitura entre')
const OF = wordSet('de da do das dos del d')

/**
 * Rules by folded name. A place is also accepted if its state follows: `Natal (RN)`. Names that usually mean something
 * else need a preceding word that fits only the registry's meaning.
 */
export const CONTEXT_RULES: ReadonlyMap<string, ContextRule> = new Map(
  Object.entries<ContextRule>({
    acredita: { after: MASCULINE },
    acre: { after: wordSet('o do no ao pelo e em'), notBefore: wordSet('e') },
    'boa vista': { after: PLACE },
    caixa: { after: FEMININE, notBefore: OF },
    'campo grande': { after: PLACE },
    cin: { after: FEMININE },
    cisternas: { after: wordSet('programa') },
    desenrola: { after: MASCULINE },
    fortaleza: { after: PLACE },
    gama: { after: wordSet('do no ao pelo') },
    guara: { after: wordSet('do no ao pelo') },
    mapa: { after: wordSet('o do no pelo ao com'), notBefore: wordSet('de da do das dos mundi interativo') },
    marinha: { notBefore: wordSet('mercante dos de americana') },
    norte: { after: wordSet('regiao regioes') },
    paranoa: { after: wordSet('do no ao pelo') },
    samambaia: { after: wordSet('em para') },
    sul: { after: wordSet('regiao regioes') },
    washington: { after: wordSet('em de para') },
    paris: { after: PLACE },
    natal: { after: wordSet('em para cidade municipio capital prefeitura entre') },
    palmas: { after: wordSet('em para cidade municipio capital prefeitura entre') },
    'rio branco': { after: PLACE },
    salvador: { after: wordSet('em de para a e cidade capital prefeitura entre') },
    'sao joao': { after: wordSet('o do no ao pelo'), notBefore: OF },
    'sao luis': { after: PLACE },
    serra: { after: PLACE },
    suas: { after: wordSet('o do no pelo ao rede') },
    vitoria: { after: wordSet('em para cidade municipio capital prefeitura') },
  }),
)

/** Directly before a place's name, these words make it the name of something else: "rio Paraná", "rua Bahia". */
export const FEATURE_WORDS: ReadonlySet<string> = wordSet(
  'rio avenida av rua praca bairro hospital colegio escola lago lagoa serra baia golfo estreito edificio palacio ' +
    'viaduto ponte estadio clube time revista jornal radio tv',
)

/** Joining words. Capitalised at the start of a sentence, they are still no part of a name. */
export const JOINING_WORDS: ReadonlySet<string> = wordSet(
  'a o as os e em no na nos nas de do da dos das para por pelo pela pelos pelas ao aos com entre desde ate sobre sob ' +
    'que se um uma como segundo todo todos toda governo estado cidade municipio capital sul norte leste oeste nordeste ' +
    'sudeste regiao interior',
)

/** Articles and contractions, which precede the acronym of an organisation. */
export const ARTICLES: ReadonlySet<string> = wordSet(
  'o a os as do da dos das no na nos nas pelo pela ao aos e com',
)

export const STATE_CODES: ReadonlySet<string> = wordSet(
  'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO',
)
