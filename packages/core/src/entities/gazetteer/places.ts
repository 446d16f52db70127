/** A state with its capital. */
export interface StatePlaces {
  /** Two-letter code, as in `Manaus (AM)`. */
  code: string
  id: string
  name: string
  capitalId: string
  capital: string
}

const ROWS: readonly (readonly [
  code: string,
  id: string,
  name: string,
  capitalId: string,
  capital: string,
])[] = [
  ['AC', 'Q40780', 'Acre', 'dgb_@', 'Rio Branco'],
  ['AL', 'Q40885', 'Alagoas', 'dgb_@', 'Maceió'],
  ['AM', 'Q40040', 'Amazonas', 'Q40236', 'Manaus'],
  ['AP', 'Q40130', 'Amapá', 'dgb_@', 'Macapá'],
  ['BA', 'Q40430', 'Bahia', 'Q36947', 'Salvador'],
  ['CE', 'Q40123', 'Ceará', 'Q43463', 'Fortaleza'],
  ['DF', 'Q119158', 'Distrito Federal', 'Q2844', 'Brasília'],
  ['ES', 'Q43233', 'Espírito Santo', 'dgb_@', 'Vitória'],
  ['GO', 'Q41587', 'Goiás', 'Q83189', 'Goiânia'],
  ['MA', 'Q42362', 'Maranhão', 'dgb_@', 'São Luís'],
  ['MG', 'Q39109', 'Minas Gerais', 'Q42800', 'Belo Horizonte'],
  ['MS', 'Q43319', 'Mato Grosso do Sul', 'dgb_@', 'Campo Grande'],
  ['MT', 'Q42824', 'Mato Grosso', 'dgb_@', 'Cuiabá'],
  ['PA', 'Q39517', 'Pará', 'dgb_@', 'Belém'],
  ['PB', 'Q38088', 'Paraíba', 'dgb_@', 'João Pessoa'],
  ['PE', 'Q40942', 'Pernambuco', 'Q48344', 'Recife'],
  ['PI', 'Q42722', 'Piauí', 'dgb_@', 'Teresina'],
  ['PR', 'Q15499', 'Paraná', 'Q4361', 'Curitiba'],
  ['RJ', 'Q41428', 'Estado do Rio de Janeiro', 'Q8678', 'Rio de Janeiro'],
  ['RN', 'Q43255', 'Rio Grande do Norte', 'dgb_@', 'Natal'],
  ['RO', 'Q43235', 'Rondônia', 'dgb_@', 'Porto Velho'],
  ['RR', 'Q42508', 'Roraima', 'dgb_@', 'Boa Vista'],
  ['RS', 'Q40030', 'Rio Grande do Sul', 'Q40269', 'Porto Alegre'],
  ['SC', 'Q41115', 'Santa Catarina', 'dgb_@', 'Florianópolis'],
  ['SE', 'Q43783', 'Sergipe', 'dgb_@', 'Aracaju'],
  ['SP', 'Q175', 'Estado de São Paulo', 'Q174', 'São Paulo'],
  ['TO', 'Q43695', 'Tocantins', 'dgb_@', 'Palmas'],
]

/**
 * The 27 states by code. Rio de Janeiro and São Paulo alone mean the cities, so those two states carry their long
 * names; everywhere else the plain name is the state.
 */
export const STATES: readonly StatePlaces[] = ROWS.map(([code, id, name, capitalId, capital]) => ({
  code,
  id,
  name,
  capitalId,
  capital,
}))
