/**
 * Words of the names of states and capitals, folded, which tell serial articles apart: "Roraima recebe mais 553 doses",
 * "Acre recebe 201 médicos". Words that are common in other names are left out;
 * Pará without its accent is a preposition.
 */
export const PLACE_WORDS: ReadonlySet<string> = new Set(
  `acre alagoas amapa amazonas bahia ceara goias maranhao pernambuco paraiba parana piaui rondonia roraima sergipe tocantins
  catarina paulo janeiro aracaju belem brasilia cuiaba curitiba florianopolis fortaleza goiania macapa maceio manaus
  palmas recife salvador teresina vitoria natal
  ac al am ap ba ce df es go ma mg ms mt pa pb pe pi pr rj rn ro rr rs sc se sp to`.split(/\s+/),
)
