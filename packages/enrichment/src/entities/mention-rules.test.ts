import { foldName } from '@pauta/platform/text/fold-text'
import { describe, expect, it } from 'vitest'
import type { KnownEntity } from '../registry/entity-registry.ts'
import {
  isDoubtful,
  isMeant,
  recordDefinition,
  type ArticleContext,
  type Candidate,
} from './mention-rules.ts'
import { formOf } from '../registry/name-forms.ts'

/** Reads a text whose candidate is between « and »: returns the text without the marks, and the candidate. */
function read(marked: string, entity: Partial<KnownEntity> = {}): { text: string; candidate: Candidate } {
  const start = marked.indexOf('«')
  const end = marked.indexOf('»') - 1
  const text = marked.replace(/[«»]/g, '')
  const name = text.slice(start, end)
  const known = { id: 'Q1', canonicalName: name, type: 'ORG', aliases: [], ...entity }
  return { text, candidate: { entity: known, name, form: formOf(name), folded: foldName(name), start, end } }
}

const context = (given: Partial<ArticleContext> = {}): ArticleContext => ({
  agencyKey: null,
  states: new Set(),
  certain: new Set(),
  redefined: new Set(),
  definitionsRead: new Map(),
  ...given,
})

function isMeantIn(marked: string, entity: Partial<KnownEntity> = {}, given: Partial<ArticleContext> = {}) {
  const { text, candidate } = read(marked, entity)
  return isMeant(text, candidate, context(given))
}

describe('a name in an address', () => {
  it.each([
    ['a «Funai» informa', true],
    ['veja @«Funai» hoje', false],
    ['veja _«Funai» hoje', false],
    ['veja c:\\«Funai» hoje', false],
    ['veja www.«Funai» hoje', false],
    ['em 2.«Funai» hoje', true],
    ['«Funai»@gov', false],
    ['«Funai»_lista', false],
    ['«Funai».gov', false],
    ['a «Funai». Depois', true],
    ['a «Funai».2', true],
  ])('%s is a mention: %s', (marked, expected) => {
    expect(isMeantIn(marked)).toBe(expected)
  })
})

describe('a place', () => {
  it.each([
    // Its state makes it certain, only directly behind it and in one of the usual forms.
    ['Prefeitura «Manaus» (AM)', true],
    ['Prefeitura «Manaus»/AM', true],
    ['Prefeitura «Manaus» - AM', true],
    ['Prefeitura «Manaus», AM', true],
    ['Prefeitura «Manaus» AM', false],
    ['Prefeitura «Manaus» (XX)', false],
    // Part of a longer name.
    ['Prefeitura «Manaus» cresce', false],
    ['prefeitura «Manaus» cresce', true],
    ['Prefeitura-«Manaus» cresce', false],
    ['Prefeitura, «Manaus» cresce', true],
    ['o rio «Manaus» cresce', false],
    ['Entre «Manaus» e o mar', true],
    ['COP30 «Manaus» cresce', true],
    ['«Manaus» Digital cresce', false],
    ['«Manaus» digital cresce', true],
    ['«Manaus», Digital', true],
    ['«Manaus» Do norte', true],
    // In a headline in capitals, a capital is no evidence of a name.
    ['PREFEITURA «MANAUS» cresce', true],
    ['Prefeitura «MANAUS» cresce', false],
    ['«MANAUS» CRESCE', true],
    ['«MANAUS» Cresce', false],
    ['PREFEITURA «Manaus» cresce', false],
    ['«Manaus» CRESCE', false],
    // Digits are no capitals.
    ['«2030» CRESCE', false],
    // Part of the name of a landscape.
    ['o Vale do «Manaus» cresce', false],
    ['o vale «Manaus» cresce', true],
    // Part of the name of an event.
    ['os jogos de «Manaus» terminam', false],
    ['os jogos em «Manaus» terminam', true],
  ])('in “%s” is meant: %s', (marked, expected) => {
    expect(isMeantIn(marked, { type: 'LOC' })).toBe(expected)
  })

  it('alone is judged by these rules', () => {
    expect(isMeantIn('Prefeitura «Manaus» cresce', { type: 'ORG' })).toBe(true)
  })
})

it.each([
  ['EVENT', 'a «Semana Nacional» Verde', false],
  ['EVENT', 'a «Semana Nacional» verde', true],
  ['ORG', 'a «Semana Nacional» Verde', true],
  ['EVENT', 'a «Semana» Verde', true],
])('another event with a longer name: %s “%s” is meant: %s', (type, marked, expected) => {
  expect(isMeantIn(marked, { type })).toBe(expected)
})

describe('an ambiguous name', () => {
  it.each([
    ['segundo o «Mapa» agora', true],
    ['segundo um «Mapa» agora', false],
    ['segundo o, «Mapa» agora', false],
    ['segundo o «Mapa» da fome', false],
    ['segundo o «Mapa», da fome', true],
    ['ministério («Mapa» da fome)', false],
    ['(segundo «Mapa») agora', false],
    ['ministério («Mapa») agora', true],
    // At the start of a sentence, a capital is no evidence; all capitals are.
    ['Foi ontem.\n«Marinha» informa', false],
    ['segundo a «Marinha» agora', true],
    ['segundo a «Marinha» Mercante', false],
    ['Foi ontem. «Rio Branco» cresce', false],
  ])('in “%s” is meant: %s', (marked, expected) => {
    expect(isMeantIn(marked)).toBe(expected)
  })

  it.each([
    ['o «Acredita»', true],
    ['em «Acredita»', false],
    ['o «Acre»', true],
    ['um «Acre»', false],
    ['o «Acre» e', false],
    ['em «Boa Vista»', true],
    ['a «Boa Vista»', false],
    ['a «Caixa»', true],
    ['em «Caixa»', false],
    ['a «Caixa» de', false],
    ['em «Campo Grande»', true],
    ['o «Campo Grande»', false],
    ['a «Cin»', true],
    ['em «Cin»', false],
    ['programa «Cisternas»', true],
    ['as «Cisternas»', false],
    ['o «Desenrola»', true],
    ['em «Desenrola»', false],
    ['em «Fortaleza»', true],
    ['a «Fortaleza»', false],
    ['no «Gama»', true],
    ['a «Gama»', false],
    ['no «Guará»', true],
    ['o «Guará»', false],
    ['região «Norte»', true],
    ['ao «Norte»', false],
    ['no «Paranoá»', true],
    ['o «Paranoá»', false],
    ['em «Samambaia»', true],
    ['a «Samambaia»', false],
    ['região «Sul»', true],
    ['ao «Sul»', false],
    ['em «Washington»', true],
    ['o «Washington»', false],
    ['em «Paris»', true],
    ['o «Paris»', false],
    ['em «Natal»', true],
    ['o «Natal»', false],
    ['em «Palmas»', true],
    ['as «Palmas»', false],
    ['em «Rio Branco»', true],
    ['o «Rio Branco»', false],
    ['em «Salvador»', true],
    ['o «Salvador»', false],
    ['o «São João»', true],
    ['um «São João»', false],
    ['o «São João» de', false],
    ['em «São Luís»', true],
    ['o «São Luís»', false],
    ['em «Serra»', true],
    ['a «Serra»', false],
    ['o «Suas»', true],
    ['as «Suas»', false],
    ['em «Vitória»', true],
    ['a «Vitória»', false],
  ])('is told by the words beside it: “%s” is meant: %s', (marked, expected) => {
    expect(isMeantIn(`diz ${marked} hoje`)).toBe(expected)
  })

  it.each<[string, string[], boolean]>([
    ['a 5 km de «Palmas»', ['TO'], true],
    ['a 5 km de «Palmas»', ['CE'], false],
    ['a 5 km de «Palmas»', [], false],
    ['as «Palmas»', ['TO'], false],
  ])('of a capital in “%s”, where the text names the states %j: %s', (marked, states, expected) => {
    expect(isMeantIn(marked, { type: 'LOC' }, { states: new Set(states) })).toBe(expected)
    expect(isMeantIn(marked, { type: 'ORG' }, { states: new Set(states) })).toBe(false)
  })

  it('of the publishing agency is meant without evidence', () => {
    const own = { agencyKey: 'mapa' }
    expect(isMeantIn('um «Mapa» agora', own, { agencyKey: 'mapa' })).toBe(true)
    expect(isMeantIn('Foi ontem. «Marinha» informa', own, { agencyKey: 'mapa' })).toBe(true)
    expect(isMeantIn('um «Mapa» agora', own, { agencyKey: 'mec' })).toBe(false)
  })

  it('in capitals may start a sentence', () => {
    const { text, candidate } = read('Foi ontem. «MARINHA» informa')
    expect(isMeant(text, { ...candidate, name: 'Marinha', form: 'word' }, context())).toBe(true)
  })
})

describe('a short acronym', () => {
  it.each([
    ['«PF»', true],
    ['«INSS»', false],
    ['«G20»', false],
    ['«A-B-C»', true],
    ['«Pf»', false],
  ])('%s is doubtful: %s', (marked, expected) => {
    expect(isDoubtful(read(marked).candidate)).toBe(expected)
  })

  it.each([
    ['segundo a «ANA» choveu', true],
    ['segundo a, «ANA» choveu', false],
    ['segundo «ANA» choveu', false],
    ['«ANA» choveu', false],
    ['segundo a «ANA» MARIA falou', false],
    ['segundo a «ANA», MARIA falou', true],
    ['segundo a «ANA» MAR falou', true],
    ['LEI DA DONA a «ANA» choveu', true],
    ['a DONA «ANA» choveu', false],
    ['PELA «ANA» choveu', false],
  ])('in “%s” is meant: %s', (marked, expected) => {
    expect(isMeantIn(marked)).toBe(expected)
  })

  it('is meant without an article if the article names the entity, or is of it', () => {
    expect(isMeantIn('diz «ANA» hoje', {}, { certain: new Set(['Q1']) })).toBe(true)
    expect(isMeantIn('diz «ANA» hoje', {}, { certain: new Set(['Q2']) })).toBe(false)
    expect(isMeantIn('diz «ANA» hoje', { agencyKey: 'ana' }, { agencyKey: 'ana' })).toBe(true)
    expect(isMeantIn('diz «ANA» hoje', { agencyKey: 'ana' }, { agencyKey: 'mec' })).toBe(false)
    expect(isMeantIn('diz «ANA» hoje', { agencyKey: undefined }, { agencyKey: null })).toBe(false)
  })

  it('is not meant where the article defines it as something else', () => {
    expect(isMeantIn('segundo a «ANA» choveu', {}, { redefined: new Set(['ana']) })).toBe(false)
  })
})

describe('a definition of an acronym', () => {
  const CNS = { canonicalName: 'Conselho Nacional de Saúde', aliases: ['Colegiado Permanente Sanitário'] }
  const define = (marked: string, entity: Partial<KnownEntity> = CNS, given = context()) => {
    const { text, candidate } = read(marked, entity)
    recordDefinition(text, candidate, given)
    return given.certain.size > 0 ? 'certain' : given.redefined.size > 0 ? 'redefined' : 'nothing'
  }

  it.each([
    ['o Conselho Nacional de Saúde («CNS») pediu', 'certain'],
    ['o Colegiado Permanente Sanitário («CNS») pediu', 'certain'],
    // Half of the words of four letters and more. “de” is none of them.
    ['o Conselho Federal de Saúde («CNS»)', 'certain'],
    ['o Conselho Federal de Medicina («CNS»)', 'nothing'],
    ['a Confederação Nacional de Serviços («CNS») pediu', 'redefined'],
    ['a confederação nacional de serviços («CNS») pediu', 'nothing'],
    ['a Confederação Nacional de Serviços «CNS» pediu', 'nothing'],
    ['a Confederação Nacional de Serviços («CNS» pediu', 'nothing'],
    ['a Confederação Nacional de Serviços «CNS») pediu', 'nothing'],
    // Acronyms of more than four letters and names have one meaning.
    ['o Conselho Nacional de Saúde («CNSA») pediu', 'certain'],
    ['o Conselho Nacional de Saúde («CNSAU») pediu', 'nothing'],
    ['o Conselho Nacional de Saúde («Saúde») pediu', 'nothing'],
    ['o Conselho Nacional de Saúde («Cons») pediu', 'nothing'],
  ])('in “%s” makes %s', (marked, expected) => {
    expect(define(marked)).toBe(expected)
  })

  it('is no single word', () => {
    expect(define('no Conselho («CNS») pediu', { canonicalName: 'Conselho' })).toBe('nothing')
    expect(define('no Alto Conselho («CNS») pediu', { canonicalName: 'Alto Conselho' })).toBe('certain')
  })

  it('is at most 120 characters before the acronym', () => {
    const filler = 'x'.repeat(120 - 'Alto Conselho '.length - 1)
    const name = { canonicalName: 'Alto Conselho' }
    expect(define(`Alto Conselho ${filler} («CNS»)`, name)).toBe('certain')
    expect(define(`Alto Conselho ${filler}${'x'.repeat(14)} («CNS»)`, name)).toBe('nothing')
  })

  it('is looked for in twenty parentheses for each acronym and entity', () => {
    const read19 = context({ definitionsRead: new Map([['Q1 cns', 19]]) })
    const text = 'o Conselho Nacional de Saúde («CNS»)'
    expect(define(text, CNS, read19)).toBe('certain')
    expect(read19.definitionsRead).toEqual(new Map([['Q1 cns', 20]]))
    expect(define(text, CNS, context({ definitionsRead: new Map([['Q1 cns', 20]]) }))).toBe('nothing')
    expect(define(text, CNS, context({ definitionsRead: new Map([['Q2 cns', 20]]) }))).toBe('certain')
  })
})
