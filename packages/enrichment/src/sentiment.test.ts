import { describe, expect, it } from 'vitest'
import { readArticle } from './sentences/passage.ts'
import { measureSentiment, SENTIMENT_THRESHOLD } from './sentiment.ts'
import { STEM_WEIGHTS, WORD_WEIGHTS } from './words/sentiment-lexicon.ts'

const measure = (title: string, content: string | null = null) =>
  measureSentiment(readArticle({ title, content }))
const label = (title: string, text: string | null = null) => measure(title, text)?.label
const score = (title: string, text: string | null = null) => measure(title, text)?.score ?? NaN

describe('measureSentiment', () => {
  it.each([
    ['Atletas brasileiros conquistam recorde de medalhas e celebram vitória', 'positive'],
    ['Programa amplia e fortalece o acolhimento de famílias', 'positive'],
    ['Polícia prende quadrilha por fraude, tráfico e homicídio', 'negative'],
    ['Enchente deixa mortos e feridos', 'negative'],
    ['Diretoria realiza reunião ordinária na terça-feira', 'neutral'],
    ['Consulta pública recebe contribuições até sexta', 'neutral'],
  ])('%s: %s', (title, expected) => {
    expect(label(title)).toBe(expected)
  })

  it('reverses negated words', () => {
    expect(score('Não houve vítimas nem feridos')).toBeGreaterThan(0)
    expect(score('Obra não melhora o trânsito')).toBeLessThan(0)
    expect(score('Houve vítimas e feridos')).toBeLessThan(0)
  })

  it('scores acting against something bad as mildly good', () => {
    const fight = score('Plano de combate à fome e redução da violência')
    expect(fight).toBeGreaterThan(0)
    expect(fight).toBeLessThan(score('Plano celebra conquista e melhora a qualidade'))
  })

  it('scales by degree words', () => {
    expect(score('Resultado muito positivo')).toBeGreaterThan(score('Resultado positivo'))
    expect(score('Resultado pouco positivo')).toBeLessThan(score('Resultado positivo'))
  })

  it.each([
    // A remedy takes nothing from what is good.
    ['Reduz sucesso', 1],
    ['Não mesa casa sucesso', -1],
    ['Não mesa casa lua sucesso', 1],
    ['Reduz mesa casa lua fraude', 1],
    ['Reduz mesa casa lua mapa fraude', -1],
  ])('reaches so many words and no further: %s', (title, sign) => {
    expect(Math.sign(score(title))).toBe(sign)
  })

  it('scales the next word alone', () => {
    expect(score('Muito sucesso')).toBeGreaterThan(score('Sucesso'))
    expect(score('Muito mesa sucesso')).toBe(score('Mesa sucesso'))
  })

  it('limits a negation to its sentence', () => {
    expect(score('Nada', 'Ele não veio. Conquista celebrada.')).toBeGreaterThan(0)
  })

  it('scores one judging word of weight w as w / (w + 4), with twice its weight in the title', () => {
    expect(WORD_WEIGHTS.get('sucesso') ?? STEM_WEIGHTS.get('sucesso')).toBe(2)
    expect(score('', 'O evento foi um sucesso.')).toBe(0.333)
    expect(score('O evento foi um sucesso.')).toBe(0.5)
  })

  it('weights the title twice', () => {
    expect(score('Conquista', 'Reunião')).toBeGreaterThan(score('Reunião', 'Conquista'))
  })

  it('labels by the threshold', () => {
    const titles = ['Conquista', 'Apoio', 'Fraude', 'Multa', 'Reunião', 'Apoio e multa', 'Nova crise', 'Bom']
    const sentiments = titles.map((title) => measure(title))
    const labels = sentiments.map((sentiment) => sentiment?.label)
    expect(new Set(labels)).toEqual(new Set(['positive', 'neutral', 'negative']))
    expect(labels).toEqual(
      sentiments.map((sentiment) => {
        const value = sentiment?.score ?? NaN
        if (Math.abs(value) < SENTIMENT_THRESHOLD) return 'neutral'
        return value > 0 ? 'positive' : 'negative'
      }),
    )
  })

  it('labels a score of exactly the threshold as positive or negative', () => {
    expect(measure('', 'avança avança problema')).toEqual({ label: 'positive', score: 0.25 })
    expect(measure('', 'crime crime entrega')).toEqual({ label: 'negative', score: -0.25 })
  })

  it.each([
    ['investimento', 1],
    ['investigação', 0],
    ['alegria', 1],
    ['alegre', 0],
    // A stem of four letters.
    ['dignas', 1],
  ])('judges %s by its longest stem: %s', (word, sign) => {
    expect(Math.sign(score('', word))).toBe(sign)
  })

  it('matches a stem at the start of words of any length', () => {
    expect(score('', `conquist${'a'.repeat(5_000)}`)).toBeGreaterThan(0)
  })

  it('is null without words', () => {
    expect(measure('', null)).toBeNull()
    expect(measure(' … ', '!')).toBeNull()
  })
})

describe('the lexicon', () => {
  it('is folded and has one weight for each word', () => {
    const entries = [...WORD_WEIGHTS.keys(), ...STEM_WEIGHTS.keys()]
    expect(entries.length).toBeGreaterThan(400)
    expect(entries.filter((entry) => !/^[a-z]{2,}(?:-[a-z]+)*$/.test(entry))).toEqual([])
    const crossed = [...WORD_WEIGHTS].filter(([word, weight]) => {
      const stem = STEM_WEIGHTS.get(word)
      return stem !== undefined && Math.sign(stem) !== Math.sign(weight)
    })
    expect(crossed).toEqual([])
  })
})
