import { describe, expect, it } from 'vitest'
import { foldWords } from './fold-words.ts'
import { listStems, stemText } from './stem-text.ts'
import { stem } from './stem.ts'

const stemOf = (word: string) => stem(foldWords(word)[0] ?? '')

describe('the stem of a word', () => {
  it.each([
    ['bolsa', 'bolsas'],
    ['inscrição', 'inscrições'],
    ['alemão', 'alemães', 'alemã', 'alemãs'],
    ['cidadão', 'cidadãos', 'cidadã', 'cidadãs'],
    ['hospital', 'hospitais'],
    ['automóvel', 'automóveis'],
    ['difícil', 'difíceis'],
    ['civil', 'civis'],
    ['espanhol', 'espanhóis'],
    ['imagem', 'imagens'],
    ['professor', 'professores', 'professora', 'professoras'],
    ['livre', 'livres'],
    ['juiz', 'juízes'],
    ['base', 'bases'],
    ['mês', 'meses'],
    ['país', 'países'],
    ['português', 'portuguesa', 'portugueses', 'portuguesas'],
    ['médico', 'médicos', 'médica', 'médicas'],
    ['brasileiro', 'brasileira', 'brasileiros', 'brasileiras'],
    ['candidato', 'candidatas'],
    ['aprovado', 'aprovadas'],
    ['europeu', 'europeia'],
    ['aluno', 'alunas'],
    ['estudante', 'estudantes'],
    ['anuncia', 'anunciam'],
  ])('is the same for %s and its inflections', (word, ...inflected) => {
    expect(inflected.map(stemOf)).toEqual(inflected.map(() => stemOf(word)))
  })

  it.each([
    ['país', 'pai'],
    ['gás', 'gado'],
    ['mês', 'mesa'],
    ['banco', 'banho'],
    ['lei', 'leite'],
  ])('differs for %s and %s', (a, b) => {
    expect(stemOf(a)).not.toBe(stemOf(b))
  })

  it.each(['ônibus', 'vírus', 'após', 'SUS', '2026', 'covid19'])('leaves %s as it is', (word) => {
    expect(stemOf(word)).toBe(foldWords(word)[0])
  })
})

describe('the stems of a text', () => {
  it('ignore characters that nobody sees inside of a word', () => {
    expect(listStems('vaci\u00ADna da sa\u200B\u00FAde')).toEqual(listStems('vacina da saúde'))
  })

  it('leave out function words, accents and punctuation', () => {
    expect(listStems('As inscrições para o Enem: R$ 1.200,50 por aluna!')).toEqual([
      'inscricao',
      'enem',
      'r',
      '120050',
      'aluno',
    ])
  })

  it('contain a hyphenated word and its parts', () => {
    expect(stemText('pré-sal')).toBe('presal pre sal')
    expect(stemText(null)).toBeNull()
    expect(stemText(`${'casas '.repeat(10_000)}vacinas`)?.split(' ')).toHaveLength(8334)
  })
})
