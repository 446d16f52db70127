import { expect, it } from 'vitest'
import { findEntities } from './entities.ts'
import { GAZETTEER } from '@pauta/core/entities/gazetteer/gazetteer'
import { compileRegistry } from '../registry/entity-registry.ts'
import { officeOfOne } from './office-form.ts'

it.each<[string, string, string | null]>([
  ['ministro da Saúde', 'Ana Lima', 'ministro da Saúde'],
  ['ministros', 'Rui Costa', 'ministro'],
  ['ministros', 'Esther Dweck', 'ministra'],
  ['ministros', 'Simone Tebet', 'ministra'],
  ['ministras', 'Esther Dweck', 'ministra'],
  ['Ministros de Portos', 'Silvio Costa', 'Ministro de Portos'],
  ['professores da FGV', 'Ana Lima', 'professora da FGV'],
  ['professores da FGV', 'Rui Lima', 'professor da FGV'],
  ['generais', 'Xan Botto', 'general'],
  ['capitães', 'Xan Botto', 'capitão'],
  ['atletas', 'Rui Lima', 'atleta'],
  ['jornalistas', 'Rui Lima', 'jornalista'],
  ['representantes da ABCD', 'Ana Lima', 'representante da ABCD'],
  ['parlamentares', 'Ana Lima', 'parlamentar'],
  ['lideranças', 'Rui Lima', 'liderança'],
  ['superintendentes', 'Ana Lima', 'superintendente'],
  ['ex-ouvidores-gerais', 'Antônia Pinto', 'ex-ouvidora-geral'],
  ['coordenadoras-gerais de Inovação', 'Daniela Archila', 'coordenadora-geral de Inovação'],
  ['pesquisadores titulares do Ibict', 'Marco Lima', 'pesquisador titular do Ibict'],
  ['diretoras substitutas', 'Ana Lima', 'diretora substituta'],
  // Of "os ministros da Saúde, Ana Lima, e da Fazenda, Rui Braga" each has one office.
  ['ministros da Saúde e Bem-Estar, Ana Lima, e da Fazenda', 'Rui Braga', 'ministro da Fazenda'],
  ['ministros da Saúde, Ana Lima, de Minas, Rui Braga, e do Esporte', 'Jorge Luz', 'ministro do Esporte'],
  ['ministros da Saúde, Xó Lima, e da Fazenda', 'Rui Braga', 'ministro da Saúde, Xó Lima, e da Fazenda'],
  ['ministro da Saúde, Ana Lima, e da Fazenda', 'Rui Braga', 'ministro da Saúde, Ana Lima, e da Fazenda'],
  // A title has its full stop, and a polite word is no office.
  ['Dr', 'Rui Braga', 'Dr.'],
  ['Dr.', 'Rui Braga', 'Dr.'],
  ['profa', 'Ana Lima', 'profa.'],
  ['doutor', 'Rui Braga', 'doutor'],
  ['Sr', 'Rui Braga', null],
  ['sra', 'Ana Lima', null],
])('the office “%s” of %s is %j', (office, name, one) => {
  expect(officeOfOne(office, name)).toBe(one)
})

const registry = compileRegistry(GAZETTEER)
const officeIn = (text: string) =>
  findEntities({ title: '', content: text, text, agencyKey: null }, registry).entities.find(
    ({ type }) => type === 'PER',
  )?.office

it.each<[string, string | undefined]>([
  ['Os ministros Esther Dweck e Rui Costa vieram.', 'ministra'],
  ['O Dr. Rui Braga veio. O diretor Rui Braga saiu.', 'diretor'],
  ['O diretor Rui Braga saiu. O Dr. Rui Braga veio.', 'diretor'],
  ['O diretor Rui Braga veio. O diretor do Censipam, Rui Braga, saiu.', 'diretor do Censipam'],
  ['O MSc. Rui Braga veio. O diretor Rui Braga saiu.', 'diretor'],
  ['O Sr. Rui Braga veio.', undefined],
  // A plural may be a part of the name of an organisation.
  [
    'A presidente da Comissão de Atletas da Wada, Ana Lima, veio.',
    'presidente da Comissão de Atletas da Wada',
  ],
  ['O chefe de Assuntos Parlamentares, Rui Braga, veio.', 'chefe de Assuntos Parlamentares'],
  ['A reunião dos Ministros Rui Braga e Ana Lima foi ontem.', 'Ministro'],
  ['A representante do país na Unesco, Ana Lima, veio.', 'representante do país na Unesco'],
])('the office of a person in “%s” is %j', (text, office) => {
  expect(officeIn(text)).toBe(office)
})
