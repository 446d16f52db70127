import { countWordUses } from '@pauta/core/agent/vocabulary'
import { identifyRecortes } from '@pauta/core/clippings/recorte'
import { conjoin } from '@pauta/core/portuguese'
import type { AgentEvent } from '../agent-event.ts'
import type { AgentRun } from '../agent-run.ts'
import { judge } from '../measure.ts'
import { describeClipping, explainCounts, suggestName } from '../summary.ts'
import { countRecorte, type RecorteCount } from '../tools/count-recorte.ts'
import { sampleRecorte } from '../tools/sample-recorte.ts'
import { useTool } from '../tools/use-tool.ts'
import { narrow, widen } from './adjust.ts'
import { checkDrafts, draftOf, keywordForms, withoutCopies, type Draft, type WordUses } from './drafts.ts'
import { NameIndex } from './name-index.ts'
import { readRequest, type Reading } from './read-request.ts'

const ROUNDS_MAX = 6
/** Of a longer list the first are taken, and the reader is told. */
const RECORTES_MAX = 10
const SAMPLES_MAX = 5

const quote = (texts: readonly string[]) => conjoin(texts.map((text) => `“${text}”`))

/** A draft with what it captures. */
interface Measured {
  draft: Draft
  count: RecorteCount
}

const verdictOf = ({ count }: Measured) => judge({ monthCount: count.count_30_days }, count.total_30_days)

/** Whether there is no sense in waiting for news of it: nothing in it is a name of the catalogue, and none ever was. */
const isHopeless = (measured: Measured, uses: WordUses) => {
  const { themes, agencies, keywords } = measured.draft.filters
  const wereUsed = keywords.some((keyword) => (uses.get(keyword) ?? 0) > 0)
  return verdictOf(measured) === 'empty' && themes.length + agencies.length === 0 && !wereUsed
}

function* tellReading({ corrections, unknown }: Reading, drafts: readonly Draft[]): Generator<AgentEvent> {
  if (corrections.length > 0) {
    const read = corrections.map(({ from, to }) => `“${from}” como “${to}”`)
    yield { type: 'thinking', message: `Li ${conjoin(read)}, como as notícias escrevem.` }
  }
  if (unknown.length > 0)
    yield {
      type: 'thinking',
      message: `Não encontrei nas notícias nada sobre ${quote(unknown)}; deixei de fora.`,
    }
  const kept = drafts.slice(0, RECORTES_MAX)
  yield {
    type: 'thinking',
    message: `Entendi que você quer acompanhar ${quote(kept.map(({ title }) => title))}.`,
  }
  if (drafts.length > kept.length)
    yield {
      type: 'thinking',
      message: `São ${drafts.length} assuntos; fico com os ${RECORTES_MAX} primeiros. Peça os outros em outro clipping.`,
    }
}

/** Measures drafts and changes those that are no good, until all are or six rounds are over. */
async function* measureAndAdjust(
  drafts: readonly Draft[],
  uses: WordUses,
  run: AgentRun,
): AsyncGenerator<AgentEvent, { measured: Measured[]; rounds: number }> {
  const settled: (Measured | undefined)[] = drafts.map(() => undefined)
  let open = drafts.map((draft, position) => ({ draft, position }))
  let rounds = 0
  while (open.length > 0) {
    rounds++
    const changed: typeof open = []
    for (const { draft, position } of open) {
      const { title, filters } = draft
      const count = yield* useTool(countRecorte, { recorte: title, filters }, run)
      const verdict = verdictOf({ draft, count })
      const adjustment =
        verdict === 'empty' ? widen(draft, uses) : verdict === 'broad' && narrow(draft, count)
      if (adjustment && rounds < ROUNDS_MAX) {
        yield { type: 'adjusting', message: adjustment.message }
        changed.push({ draft: adjustment.draft, position })
      } else settled[position] = { draft, count }
    }
    open = changed
  }
  return { measured: settled.filter((measured) => measured !== undefined), rounds }
}

function conclude(measured: readonly Measured[], rounds: number): AgentEvent {
  const drafts = measured.map(({ draft }) => draft)
  const titles = drafts.map(({ title }) => title)
  const counts = measured.map(({ draft: { title }, count }) => ({
    title,
    count: count.count,
    monthCount: count.count_30_days,
  }))
  return {
    type: 'done',
    recortes: identifyRecortes(checkDrafts(drafts)),
    explanation: explainCounts(counts),
    description: describeClipping(titles),
    suggestedName: suggestName(titles),
    iterations: rounds,
    converged: measured.every((each) => verdictOf(each) === 'good'),
  }
}

const NOT_UNDERSTOOD =
  'Não identifiquei no pedido um assunto, tema ou órgão. Diga sobre o que quer ler, por exemplo: ' +
  '“vacinação e Bolsa Família” ou “notícias do Ministério da Educação sobre o Enem”.'
const notFound = (phrases: readonly string[]) =>
  `Não encontrei notícias sobre ${quote(phrases)}. Tente outras palavras, um tema ou o nome de um órgão.`

/**
 * Makes recortes of a request without a language model: by the names of themes and agencies and the words of the news
 * that stand in it. The same request over the same news always gives the same.
 */
export async function* planRecortes(run: AgentRun): AsyncGenerator<AgentEvent> {
  yield { type: 'thinking', message: 'Procuro no pedido temas, órgãos e palavras que as notícias usam.' }
  const reading = await readRequest(run.prompt, run.index, new NameIndex(await run.readCatalogue()))
  const { subjects } = reading
  const phrases = subjects.flatMap(({ terms, allTerms }) => [
    ...keywordForms(terms),
    ...keywordForms(allTerms),
  ])
  const uses = new Map([...reading.uses, ...(await countWordUses(run.index, [...new Set(phrases)]))])
  const drafts = withoutCopies(subjects.map((subject) => draftOf(subject, uses)))
  if (drafts.length === 0) {
    const { unknown } = reading
    yield { type: 'error', message: unknown.length === 0 ? NOT_UNDERSTOOD : notFound(unknown) }
    return
  }
  yield* tellReading(reading, drafts)
  const { measured, rounds } = yield* measureAndAdjust(drafts.slice(0, RECORTES_MAX), uses, run)
  const hopeless = measured.filter((each) => isHopeless(each, uses)).map(({ draft }) => draft.title)
  const found = measured.filter((each) => !isHopeless(each, uses))
  if (found.length === 0) {
    yield { type: 'error', message: notFound(hopeless) }
    return
  }
  if (hopeless.length > 0)
    yield { type: 'adjusting', message: `Sem notícias em 30 dias sobre ${quote(hopeless)}: deixei de fora.` }
  const distinct = withoutCopies(found.map(({ draft }) => draft))
  const kept = found.filter(({ draft }) => distinct.includes(draft))
  for (const { draft } of kept.slice(0, SAMPLES_MAX))
    yield* useTool(sampleRecorte, { recorte: draft.title, filters: draft.filters }, run)
  yield conclude(kept, rounds)
}
