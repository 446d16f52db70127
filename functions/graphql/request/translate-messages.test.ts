import { parse, validate, getVariableValues, GraphQLError, type OperationDefinitionNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import { makeSchema } from '../schema.ts'
import { translate } from './translate-messages.ts'

const schema = makeSchema()

/** Matches English outside quotes. Names and values stay unchanged. */
const ENGLISH =
  /\b(the|must|cannot|expected|unexpected|unknown|found|not|invalid|only|because|there|provided|variable|argument|field|fields|value|type|of|and|syntax|mean)\b/i
const withoutQuotes = (message: string) => message.replaceAll(/"[^"]*"|“[^”]*”|`[^`]*`/g, '')

function faultsOf(text: string): string[] {
  try {
    return validate(schema, parse(text, { maxTokens: 5000 })).map(({ message }) => message)
  } catch (error) {
    if (error instanceof GraphQLError) return [error.message]
    throw error
  }
}

describe('translate', () => {
  it.each([
    ['{ nada }', 'O tipo “Query” não tem o campo “nada”.'],
    ['{ article }', 'Você quis dizer "article { ... }"?'],
    ['{ pin }', 'O tipo “Query” não tem o campo “pin”. Você quis dizer "ping"?'],
    ['{ ping', 'Erro de sintaxe: era esperado Name e veio o fim do texto.'],
    ['{ ping } }', 'Erro de sintaxe: "}" não era esperado aqui.'],
    ["{ ping(a: 'x') }", 'Erro de sintaxe: aspas simples (\') não são aceitas: use aspas duplas (").'],
    ['{ ping(a: "x) }', 'Erro de sintaxe: texto sem aspas no fim.'],
    ['{ ping(a: 01) }', 'Erro de sintaxe: número inválido'],
    ['{ ping(a: %) }', 'Erro de sintaxe: caractere inesperado'],
    [`{ ${'ping '.repeat(5001)} }`, 'Erro de sintaxe: a consulta tem mais de 5000 símbolos (tokens).'],
    ['{ articles }', 'O campo “articles”, do tipo “ArticlesResult!”, precisa de uma seleção de campos.'],
    ['{ ping { a } }', 'O campo “ping” não aceita seleção: o tipo “String!” não tem campos.'],
    ['{ articles(limite: 3) { found } }', 'O campo “Query.articles” não tem o argumento “limite”.'],
    ['{ articles(limit: "x") { found } }', 'Int precisa de um número inteiro, e veio "x"'],
    ['{ articles(limit: 99999999999) { found } }', 'Int precisa de um número inteiro de 32 bits'],
    ['{ articles(sort: NOVAS) { found } }', '“NOVAS” não é um valor de “ArticleSort”.'],
    ['{ articles(sort: "DATE") { found } }', '“ArticleSort” precisa do nome de um dos seus valores'],
    ['{ articles(filter: { nada: 1 }) { found } }', 'O tipo “ArticleFilter” não tem o campo “nada”.'],
    ['{ search(query: 7) { found } }', 'String precisa de um texto, e veio 7'],
    ['{ search(query: "a", alpha: "x") { found } }', 'Float precisa de um número, e veio "x"'],
    ['{ search(query: "a", dedup: 1) { found } }', 'Boolean precisa de true ou false, e veio 1'],
    ['{ search(query: null) { found } }', 'Era esperado o tipo “String!” e veio null.'],
    ['{ search { found } }', 'Falta o argumento obrigatório “query”, do tipo “String!”, no campo “search”.'],
    ['{ ...F }', 'O fragmento “F” não foi definido.'],
    ['{ ping } fragment F on Query { ping }', 'O fragmento “F” não é usado.'],
    ['{ ...F } fragment F on Query { ...F }', 'O fragmento “F” contém a si mesmo.'],
    ['{ ...F } fragment F on Nada { a }', 'O tipo “Nada” não existe.'],
    ['{ ...F } fragment F on Article { title }', 'O fragmento “F” não cabe aqui: “Query” nunca é “Article”.'],
    ['{ ... on Article { title } }', 'Este fragmento não cabe aqui'],
    ['{ ... on String { a } }', 'Um fragmento não pode ser do tipo “String”'],
    ['{ search(query: $q) { found } }', 'A variável “$q” não foi declarada.'],
    ['query A { search(query: $q) { found } }', 'A operação “A” não declara a variável “$q”.'],
    ['query ($q: String) { ping }', 'A variável “$q” não é usada.'],
    [
      'query ($q: Int!) { search(query: $q) { found } }',
      'A variável “$q”, do tipo “Int!”, está onde é esperado “String!”.',
    ],
    ['query ($q: Article) { search(query: $q) { found } }', 'A variável “$q” não pode ser do tipo “Article”'],
    ['{ ping @nada }', 'A diretiva “@nada” não existe.'],
    ['{ ping @skip }', 'Falta o argumento obrigatório “if”, do tipo “Boolean!”, na diretiva “@skip”.'],
    ['query @skip(if: true) { ping }', 'A diretiva “@skip” não pode estar em QUERY.'],
    ['{ ping @skip(if: true) @skip(if: true) }', 'A diretiva “@skip” só pode estar uma vez aqui.'],
    ['{ ping } { ping }', 'Uma operação sem nome deve ser a única do documento.'],
    ['query A { ping } query A { ping }', 'Há mais de uma operação “A”.'],
    [
      '{ a: ping a: articles { found } }',
      'Os campos “a” conflitam: “ping” e “articles” são campos diferentes.',
    ],
    [
      '{ articles(limit: 1) { found } articles(limit: 2) { found } }',
      'Os campos “articles” conflitam: têm argumentos diferentes.',
    ],
    [
      '{ articles { a: found } articles { a: page } }',
      'Os campos “articles” conflitam: os campos “a” dentro deles conflitam',
    ],
    ['{ articles { a: found b: page } articles { a: page b: found } }', '; e os campos “b” conflitam'],
    ['type A { a: Int }', 'A definição "A" não pode ser executada: envie só operações e fragmentos.'],
    ['subscription { a: __typename b: __typename }', 'A assinatura'],
  ])('translates: %.60s', (text, expected) => {
    const messages = faultsOf(text).map((message) => translate(message))
    expect(messages.join('\n')).toContain(expected)
    expect(messages.map(withoutQuotes).filter((message) => ENGLISH.test(message))).toEqual([])
  })

  it.each([
    [
      { limit: 'x' },
      'O valor da variável “$limit” não serve ("x"): Int precisa de um número inteiro, e veio "x"',
    ],
    [{ limit: null }, 'A variável “$limit”, do tipo “Int!”, não pode ser nula.'],
    [{}, 'Falta a variável obrigatória “$limit”, do tipo “Int!”.'],
    [{ limit: 1, filter: { nada: 1 } }, 'O tipo “ArticleFilter” não tem o campo “nada”.'],
    [{ limit: 1, filter: 3 }, 'O tipo “ArticleFilter” precisa de um objeto.'],
    [{ limit: 1, filter: { tags: [null] } }, 'O tipo “String!” não pode ser nulo.'],
    [{ limit: 1, sort: 'NOVAS' }, '“NOVAS” não é um valor de “ArticleSort”.'],
  ])('translates errors of variables: %j', (variables, expected) => {
    const document = parse(
      'query ($limit: Int!, $filter: ArticleFilter, $sort: ArticleSort) { articles(limit: $limit, filter: $filter, sort: $sort) { found } }',
    )
    const [operation] = document.definitions as OperationDefinitionNode[]
    const { errors } = getVariableValues(schema, operation?.variableDefinitions ?? [], variables)
    const messages = (errors ?? []).map(({ message }) => translate(message))
    expect(messages.join('\n')).toContain(expected)
    expect(messages.map(withoutQuotes).filter((message) => ENGLISH.test(message))).toEqual([])
  })

  it('leaves codes that clients compare, and Portuguese texts, unchanged', () => {
    for (const message of ['PersistedQueryNotFound', 'limit: deve ser maior ou igual a 0.'])
      expect(translate(message)).toBe(message)
  })
})
