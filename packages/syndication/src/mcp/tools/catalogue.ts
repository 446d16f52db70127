import { foldName } from '@pauta/platform/text/fold-text'
import * as z from 'zod'
import { agencyFeed } from '../addresses.ts'
import { defineTool, type ToolContext } from '../define-tool.ts'
import { readOperation } from '../operation.ts'
import { warningsShape } from '../tool-schemas.ts'

const QUERY_MAX_CHARACTERS = 200
const ROWS_MAX = 300
const ROWS_DEFAULT = 20
/** Words that most names of agencies have. */
const SMALL_WORDS = new Set(['a', 'as', 'o', 'os', 'da', 'das', 'de', 'do', 'dos', 'e', 'em', 'para'])

/** A row of a catalogue. */
interface Named {
  code: string
  label: string
}

const wordsOf = (text: string): string[] =>
  foldName(text)
    .split(' ')
    .filter((word) => word !== '' && !SMALL_WORDS.has(word))

/**
 * Returns the rows whose label or code has the words of the query, ignoring case and accents: first those with the most
 * words of the query, then the shortest. Without words in the query, returns all rows.
 */
export function matchNames<Row extends Named>(rows: readonly Row[], query: string): Row[] {
  const wanted = wordsOf(query)
  if (wanted.length === 0) return [...rows]
  const scored = rows.map((row) => {
    const folded = `${foldName(row.label)} ${foldName(row.code)}`
    const has = new Set(folded.split(' '))
    const whole = wanted.filter((word) => has.has(word)).length
    const partial = wanted.filter((word) => !has.has(word) && folded.includes(word)).length
    return { row, score: 2 * whole + partial, words: has.size }
  })
  const best = Math.max(...scored.map(({ score }) => score))
  if (best === 0) return []
  // A query with one of several words right is a weak match: keep it only if no row matches better.
  return scored
    .filter(({ score }) => score > best / 2)
    .toSorted((one, other) => other.score - one.score || one.words - other.words)
    .map(({ row }) => row)
}

const agencyRow = z.object({
  code: z.string(),
  label: z.string(),
  isRepublisher: z.boolean(),
  inCatalogue: z.boolean(),
})
export type AgencyRow = z.output<typeof agencyRow>

/** Returns all agencies of the catalogue, by name. */
export async function readAgencies({ execute }: Pick<ToolContext, 'execute'>): Promise<AgencyRow[]> {
  const { data } = await readOperation(execute, {
    query: 'query McpAgencies { agencies { code label isRepublisher inCatalogue } }',
    variables: {},
    data: z.object({ agencies: z.array(agencyRow) }),
  })
  return data.agencies
}

const querySchema = z
  .string()
  .max(QUERY_MAX_CHARACTERS)
  .optional()
  .describe('Nome ou sigla, sem diferença de acentos. Sem query: todos.')
const limitSchema = z
  .int()
  .min(1)
  .max(ROWS_MAX)
  .default(ROWS_DEFAULT)
  .describe('Linhas na resposta: padrão 20, de 1 a 300.')

export const listAgencies = defineTool({
  name: 'list_agencies',
  title: 'Órgãos do governo',
  description:
    'Lista os órgãos que publicam notícias, com a chave que search_articles usa em agencies. Com query, devolve primeiro ' +
    'os de nome mais parecido: “Ministério da Saúde” tem a chave "saude". Cada órgão tem cerca de 180 caracteres.',
  input: z.strictObject({ query: querySchema, limit: limitSchema }),
  output: z.object({
    found: z.number(),
    agencies: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        isRepublisher: z.boolean().describe('true quando republica notícias de outros órgãos'),
        inCatalogue: z
          .boolean()
          .describe('false para uma chave que só as notícias trazem, ainda sem nome oficial'),
        feed: z.string().describe('Endereço do feed RSS do órgão'),
      }),
    ),
    warnings: warningsShape,
  }),
  async run({ query, limit }, { execute, baseUrl }) {
    const found = matchNames(await readAgencies({ execute }), query ?? '')
    return {
      found: found.length,
      agencies: found.slice(0, limit).map(({ code, label, isRepublisher, inCatalogue }) => ({
        key: code,
        name: label,
        isRepublisher,
        inCatalogue,
        feed: agencyFeed(code, baseUrl),
      })),
      warnings: [],
    }
  },
})

const themeRow = z.object({ code: z.string(), label: z.string() })

/** Level of a theme by its code: `03` has 1, `03.01` has 2. */
const levelOf = (code: string): number => code.split('.').length

export const listThemes = defineTool({
  name: 'list_themes',
  title: 'Temas das notícias',
  description:
    'Lista a árvore de temas de três níveis, com os códigos que search_articles e os recortes usam em themes. Um tema ' +
    'inclui os que estão abaixo dele. parent "03" devolve os temas abaixo de 03.',
  input: z.strictObject({
    query: querySchema,
    level: z.int().min(1).max(3).optional().describe('Só temas deste nível. 1 é o mais amplo.'),
    parent: z.string().max(20).optional().describe('Só temas abaixo deste código.'),
    limit: limitSchema,
  }),
  output: z.object({
    found: z.number(),
    themes: z.array(z.object({ code: z.string(), label: z.string(), level: z.number() })),
    warnings: warningsShape,
  }),
  async run({ query, level, parent, limit }, { execute }) {
    const { data, warnings } = await readOperation(execute, {
      query: 'query McpThemes { themeTree { code label } }',
      variables: {},
      data: z.object({ themeTree: z.array(themeRow) }),
    })
    const rows = data.themeTree.filter(
      ({ code }) =>
        (level === undefined || levelOf(code) === level) &&
        (parent === undefined || code.startsWith(`${parent}.`)),
    )
    const found = matchNames(rows, query ?? '')
    if (parent !== undefined && !data.themeTree.some(({ code }) => code === parent))
      warnings.push(`parent: não existe tema com o código “${parent}”. Use list_themes com query.`)
    return {
      found: found.length,
      themes: found.slice(0, limit).map((theme) => ({ ...theme, level: levelOf(theme.code) })),
      warnings,
    }
  },
})
