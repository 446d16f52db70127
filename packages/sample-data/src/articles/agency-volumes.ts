import { AGENCIES } from '@pauta/core/agencies/catalogue'

/** The agencies that publish most, in descending order. */
const PROLIFIC: readonly string[] = (
  'agencia_brasil saude mec agricultura mj gestao mds mdr transportes mma casacivil fazenda prf pf mcti trabalho-e-emprego ' +
  'cultura radioagencia_nacional tvbrasil mcom inss receitafederal mme turismo cidades ibama icmbio incra funai inep ' +
  'portos-e-aeroportos defesa capes mdh conab anvisa dnit esporte planalto mda mulheres igualdaderacial povosindigenas ' +
  'agu cgu mdic anatel mre secom aneel iphan inpe ana ans anp fnde memp ebserh inmetro mpa'
).split(' ')

const WEIGHT_OFFSET = 4
const WEIGHT_EXPONENT = 0.95

/** Returns the keys of `count` agencies: those that publish most, then the rest of the active catalogue by key. */
export function listWritingAgencies(count: number): string[] {
  const others = AGENCIES.filter(({ key, active }) => active && !PROLIFIC.includes(key)).map(({ key }) => key)
  return [...PROLIFIC, ...others].slice(0, count)
}

/** Returns the share of an agency by its rank (from 0): a few agencies publish most of the news. */
export function volumeAt(rank: number): number {
  return (rank + WEIGHT_OFFSET) ** -WEIGHT_EXPONENT
}
