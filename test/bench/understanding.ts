// How well the built-in classifier names themes: by rules alone, and after it has learned. Pure computation without a stack.
import { readFile } from 'node:fs/promises'
import { AGENCY_THEMES, THEME_WORDS } from '@pauta/core/themes/reference'
import { THEMES } from '@pauta/core/themes/catalogue'
import { GAZETTEER } from '@pauta/core/entities/gazetteer/gazetteer'
import { enrichArticle, type EnrichableArticle } from '@pauta/enrichment/enrich'
import { compileRegistry } from '@pauta/enrichment/registry/entity-registry'
import { readArticle } from '@pauta/enrichment/sentences/passage'
import { chooseSummary } from '@pauta/enrichment/summary/choose-summary'
import { measureThemes } from '@pauta/enrichment/themes/measure-themes'
import { makeThemeClassifier } from '@pauta/enrichment/themes/theme-classifier'
import { readThemeModel, writeThemeModel } from '@pauta/enrichment/themes/theme-model-file'
import { compileThemeRules } from '@pauta/enrichment/themes/theme-rules'
import { toThemeExample, trainThemes, type ThemeExample } from '@pauta/enrichment/themes/train-themes'
import { toReadableText } from '@pauta/platform/readable-text/readable-text'
import { generateCorpus } from '@pauta/sample-data/articles/generate-articles'
import type { Figure } from './measure.ts'

const LEARNED = 5000
const MEASURED = 2500
const FOLDS = 5
const TARGET = 0.9
const TRAINING_MAX_SECONDS = 60
const ARTICLE_MAX_MS = 1
/** How much longer everything may take than the features alone. */
const ENRICHMENT_MAX_RATIO = 2
const NOW = new Date('2026-06-01T12:00:00Z')

interface Labelled {
  title: string
  content: string | null
  agencyKey: string
  code: string
}

const rules = compileThemeRules({ themes: THEMES, words: THEME_WORDS, agencies: AGENCY_THEMES })

const toExample = ({ title, content, agencyKey, code }: Labelled): ThemeExample =>
  toThemeExample(
    { title, text: content === null ? null : toReadableText(content, title), agencyKey },
    code,
    rules,
  )

type Article = Labelled & EnrichableArticle

/** Articles of the generated corpus with a theme. */
function listGenerated(): Article[] {
  const articles: Article[] = []
  for (const article of generateCorpus({ seed: 1, now: NOW, articles: 2 * (LEARNED + MEASURED), years: 2 })) {
    const code =
      article.mostSpecificThemeCode ?? article.themeL3Code ?? article.themeL2Code ?? article.themeL1Code
    if (code !== null) articles.push({ ...article, code })
    if (articles.length === LEARNED + MEASURED) break
  }
  return articles
}

/** Labelled articles of a file in the columns of the public dataset. */
async function readLabelled(file: string): Promise<Labelled[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  return lines.flatMap((line) => {
    const row = JSON.parse(line) as Record<string, string | null>
    const code =
      row['most_specific_theme_code'] ?? row['theme_1_level_2_code'] ?? row['theme_1_level_1_code'] ?? null
    const { title, agency, content = null } = row
    return code && title && agency ? [{ title, content, agencyKey: agency, code }] : []
  })
}

const percent = (share: number | null) => (share === null ? '–' : `${(100 * share).toFixed(1)} %`)

const figure = (text: string, value: string, comparedWith: string, target: string, met: boolean): Figure => ({
  figure: text,
  value,
  comparedWith,
  ratio: '',
  target,
  met,
})

/** Shares over all folds: each article is measured by a model that has not learned from it. */
async function measureFolds(examples: readonly ThemeExample[]) {
  const sums = { level1: 0, level2: 0 }
  for (let fold = 0; fold < FOLDS; fold++) {
    const layers = await trainThemes(
      rules,
      examples.filter((_, place) => place % FOLDS !== fold),
    )
    const { level1, level2 } = measureThemes(
      rules,
      layers,
      examples.filter((_, place) => place % FOLDS === fold),
    )
    sums.level1 += (level1 ?? 0) / FOLDS
    sums.level2 += (level2 ?? 0) / FOLDS
  }
  return sums
}

const processorMs = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function timeArticles(articles: readonly Labelled[], layers: ReturnType<typeof readThemeModel>): number {
  const classify = makeThemeClassifier(rules, layers)
  const before = process.cpuUsage()
  for (const { title, content, agencyKey } of articles)
    classify({ title, text: content === null ? null : toReadableText(content, title), agencyKey })
  return processorMs(before) / articles.length
}

/** Processor time of an article: its features alone, and with theme and summary, read once for all three. */
function timeEnrichment(articles: readonly Article[], layers: ReturnType<typeof readThemeModel>): Figure {
  const classify = makeThemeClassifier(rules, layers)
  const registry = compileRegistry(GAZETTEER)
  const measure = (work: (article: Article) => void): number => {
    for (const article of articles) work(article)
    const before = process.cpuUsage()
    for (const article of articles) work(article)
    return processorMs(before) / articles.length
  }
  const features = measure((article) => enrichArticle(article, registry))
  const all = measure((article) => {
    const reading = readArticle(article)
    enrichArticle(article, registry, reading)
    classify({ ...article, text: reading.body?.text ?? null })
    chooseSummary(article.content, reading)
  })
  return figure(
    'enriching an article, of processor time: features, theme and summary',
    `${all.toFixed(2)} ms`,
    `features alone ${features.toFixed(2)} ms`,
    `≤ ${ENRICHMENT_MAX_RATIO} times the features alone`,
    all <= ENRICHMENT_MAX_RATIO * features,
  )
}

async function measureGenerated(): Promise<Figure[]> {
  const articles = listGenerated()
  const examples = articles.map(toExample)
  const [learning, kept] = [examples.slice(0, LEARNED), examples.slice(LEARNED)]
  const before = process.cpuUsage()
  const layers = await trainThemes(rules, learning)
  const seconds = processorMs(before) / 1000
  const file = writeThemeModel(layers)
  const [cold, learned] = [measureThemes(rules, [], kept), measureThemes(rules, readThemeModel(file), kept)]
  const perArticleMs = timeArticles(articles.slice(LEARNED), readThemeModel(file))
  return [
    figure(
      `themes of level 1 of ${kept.length} generated articles after learning from ${learning.length}`,
      percent(learned.level1),
      `rules alone ${percent(cold.level1)}`,
      `≥ ${percent(TARGET)}`,
      (learned.level1 ?? 0) >= TARGET,
    ),
    figure(
      'the training for them, of processor time',
      `${seconds.toFixed(1)} s`,
      `a file of ${Math.round(file.length / 1000)} kB`,
      `≤ ${TRAINING_MAX_SECONDS} s`,
      seconds <= TRAINING_MAX_SECONDS,
    ),
    figure(
      'classifying an article, of processor time',
      `${perArticleMs.toFixed(2)} ms`,
      '',
      `≤ ${ARTICLE_MAX_MS} ms`,
      perArticleMs <= ARTICLE_MAX_MS,
    ),
    timeEnrichment(articles.slice(LEARNED), readThemeModel(file)),
  ]
}

/** Measures themes on the generated corpus, and with a file of labelled articles on them, five-fold. */
export async function measureUnderstanding(file: string | undefined): Promise<Figure[]> {
  const figures = await measureGenerated()
  if (file === undefined) return figures
  const examples = (await readLabelled(file)).map(toExample)
  const cold = measureThemes(rules, [], examples)
  const folds = await measureFolds(examples)
  for (const level of ['level1', 'level2'] as const)
    figures.push(
      figure(
        `${level === 'level1' ? 'level 1' : 'level 2'} of ${examples.length} labelled articles, five-fold`,
        percent(folds[level]),
        `rules alone ${percent(cold[level])}`,
        'at least the rules alone',
        folds[level] >= (cold[level] ?? 0),
      ),
    )
  return figures
}
