import { AGENCIES } from '@pauta/core/agencies/catalogue'

/** The agencies that write most, most first. */
const PROLIFIC: readonly string[] = (
  'agencia_brasil saude mec agricultura mj gestao mds mdr transportes mma casacivil fazenda prf pf mcti trabalho-e-emprego ' +
  'cultura radioagencia_nacional tvbrasil mcom inss receitafederal mme turismo cidades ibama icmbio incra funai inep ' +
  'portos-e-aeroportos defesa capes mdh conab anvisa dnit esporte planalto mda mulheres igualdaderacial povosindigenas ' +
  'agu cgu mdic anatel mre secom aneel iphan inpe ana ans anp fnde memp ebserh inmetro mpa'
).split(' ')

const WEIGHT_OFFSET = 4
const WEIGHT_EXPONENT = 0.95

/** Keys of so many agencies, those that write most first; the rest of the active catalogue follows by key. */
export function listWritingAgencies(count: number): string[] {
  const others = AGENCIES.filter(({ key, active }) => active && !PROLIFIC.includes(key)).map(({ key }) => key)
  return [...PROLIFIC, ...others].slice(0, count)
}

/** How much the agency at a rank (from 0) writes: a few write most of the news. */
export function volumeAt(rank: number): number {
  return (rank + WEIGHT_OFFSET) ** -WEIGHT_EXPONENT
}
