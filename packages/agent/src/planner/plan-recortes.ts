import { countWordUses } from '../words/vocabulary.ts'
import { stateName } from '@pauta/core/articles/states'
import { identifyRecortes } from '@pauta/clippings/recortes/recorte'
import { conjoin } from '@pauta/platform/text/portuguese'
import { ANALYSING, type AgentEvent } from '../agent-event.ts'
import type { AgentRun } from '../agent-run.ts'
import { judge } from '../tools/measure.ts'
import { describeClipping, explainCounts, suggestName } from '../summary.ts'
import { countRecorte, type RecorteCount } from '../tools/count-recorte.ts'
import { sampleRecorte } from '../tools/sample-recorte.ts'
import { useTool } from '../tools/use-tool.ts'
import { narrow, widen } from './adjust.ts'
import {
  checkDrafts,
  draftOf,
  keywordForms,
  withoutCopies,
  withStates,
  type Draft,
  type WordUses,
} from './drafts.ts'
import { moveToTheme } from './move-to-theme.ts'
import { NameIndex } from '../names/name-index.ts'
import { readRequest, type Reading } from './read-request.ts'

const ROUNDS_MAX = 6
/** A longer list is cut after this many, and the reader gets a message. */
const RECORTES_MAX = 10
const SAMPLES_MAX = 5

const EXCLUSIONS_MAX = 10
const EXCLUSION_MAX_CHARACTERS = 100

/** Returns a function that adds the exclusions of a request to a draft. Adjustments make filters without them. */
function excluding(reading: Pick<Reading, 'excludeKeywords' | 'excludedAgencies'>): (draft: Draft) => Draft {
  const excludeAgencies = reading.excludedAgencies.map(({ code }) => code)
  const excludeKeywords = reading.excludeKeywords
    .filter(({ length }) => length <= EXCLUSION_MAX_CHARACTERS)
    .slice(0, EXCLUSIONS_MAX)
  const exclusions = {
    ...(excludeAgencies.length > 0 && { excludeAgencies }),
    ...(excludeKeywords.length > 0 && { excludeKeywords }),
  }
  return (draft) => ({ ...draft, filters: { ...draft.filters, ...exclusions } })
}

const quote = (texts: readonly string[]) => conjoin(texts.map((text) => `“${text}”`))

/** A draft and the articles that it captures. */
interface Measured {
  draft: Draft
  count: RecorteCount
}

const verdictOf = ({ count }: Measured) => judge({ monthCount: count.count_30_days }, count.total_30_days)

function* tellReading(
  { offers, unused, exclusions, excludedAgencies }: Reading,
  drafts: readonly Draft[],
): Generator<AgentEvent> {
  if (offers.length > 0) {
    const read = offers.map(({ from, to }) => `“${to}” ao lado de “${from}”`)
    yield {
      type: 'thinking',
      message: `Procuro também ${conjoin(read)}, como as notícias escrevem; tire se não for isso.`,
    }
  }
  if (unused.length > 0)
    yield {
      type: 'thinking',
      message: `As notícias ainda não têm ${quote(unused)}; o recorte avisará quando houver.`,
    }
  if (exclusions.length > 0)
    yield {
      type: 'thinking',
      message: `Deixo de fora notícias com ${quote(exclusions)} no título ou no resumo.`,
    }
  if (excludedAgencies.length > 0) {
    const ofAgencies = excludedAgencies.length === 1 ? 'do órgão' : 'dos órgãos'
    yield {
      type: 'thinking',
      message: `Deixo de fora notícias ${ofAgencies} ${conjoin(excludedAgencies.map(({ label }) => label))}.`,
    }
  }
  const kept = drafts.slice(0, RECORTES_MAX)
  const states = [...new Set(kept.flatMap(({ filters }) => filters.states ?? []))]
  if (states.length > 0)
    yield {
      type: 'thinking',
      message: `Nos recortes com lugar, fico com notícias que citam ${conjoin(states.map(stateName))}.`,
    }
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

/** Measures drafts and adjusts the bad ones, for at most six rounds. */
async function* measureAndAdjust(
  drafts: readonly Draft[],
  { uses, exclude }: { uses: WordUses; exclude: (draft: Draft) => Draft },
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
        verdict === 'empty'
          ? (widen(draft, uses) ?? (yield* moveToTheme(draft, uses, run)))
          : verdict === 'broad' && narrow(draft, count)
      if (adjustment && rounds < ROUNDS_MAX) {
        yield { type: 'adjusting', message: adjustment.message }
        changed.push({ draft: withStates(exclude(adjustment.draft)), position })
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

/**
 * Generates recortes without a language model, from names of themes and agencies and from words of the news in the
 * request. Words keep their spelling: a word without news becomes a recorte that waits for news. Deterministic: the
 * same request over the same news returns the same recortes.
 */
export async function* planRecortes(run: AgentRun): AsyncGenerator<AgentEvent> {
  yield { type: 'thinking', message: ANALYSING }
  const reading = await readRequest(run.prompt, run.index, new NameIndex(await run.readCatalogue()))
  const { subjects } = reading
  const phrases = subjects.flatMap(({ terms, allTerms }) => [
    ...keywordForms(terms),
    ...keywordForms(allTerms),
  ])
  const uses = new Map([...reading.uses, ...(await countWordUses(run.index, [...new Set(phrases)]))])
  const exclude = excluding(reading)
  const drafts = withoutCopies(subjects.map((subject) => exclude(draftOf(subject, uses))))
  if (drafts.length === 0) {
    yield { type: 'error', message: NOT_UNDERSTOOD }
    return
  }
  yield* tellReading(reading, drafts)
  const { measured, rounds } = yield* measureAndAdjust(drafts.slice(0, RECORTES_MAX), { uses, exclude }, run)
  const distinct = withoutCopies(measured.map(({ draft }) => draft))
  const kept = measured.filter(({ draft }) => distinct.includes(draft))
  for (const { draft } of kept.slice(0, SAMPLES_MAX))
    yield* useTool(sampleRecorte, { recorte: draft.title, filters: draft.filters }, run)
  yield conclude(kept, rounds)
}
