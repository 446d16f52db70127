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
  ['AC', 'Q40780', 'Acre', 'dgb_01KBBKB160A7RJXZAJ9ADEKEEW', 'Rio Branco'],
  ['AL', 'Q40885', 'Alagoas', 'dgb_01KBBKB161N7KNMWPVC4DS9ZN5', 'Maceió'],
  ['AM', 'Q40040', 'Amazonas', 'Q40236', 'Manaus'],
  ['AP', 'Q40130', 'Amapá', 'dgb_01KBBKB162TH14AWHG9YB5DE2Y', 'Macapá'],
  ['BA', 'Q40430', 'Bahia', 'Q36947', 'Salvador'],
  ['CE', 'Q40123', 'Ceará', 'Q43463', 'Fortaleza'],
  ['DF', 'Q119158', 'Distrito Federal', 'Q2844', 'Brasília'],
  ['ES', 'Q43233', 'Espírito Santo', 'dgb_01KBBKB1631TM8AB17CGGBC077', 'Vitória'],
  ['GO', 'Q41587', 'Goiás', 'Q83189', 'Goiânia'],
  ['MA', 'Q42362', 'Maranhão', 'dgb_01KBBKB164GGYF2CSR3QVBFGBH', 'São Luís'],
  ['MG', 'Q39109', 'Minas Gerais', 'Q42800', 'Belo Horizonte'],
  ['MS', 'Q43319', 'Mato Grosso do Sul', 'dgb_01KBBKB165V0N64Q2WHN5CTP2Z', 'Campo Grande'],
  ['MT', 'Q42824', 'Mato Grosso', 'dgb_01KBBKB1660BG853HPE1FX405X', 'Cuiabá'],
  ['PA', 'Q39517', 'Pará', 'dgb_01KBBKB167MWXSZ43BN20PY4TZ', 'Belém'],
  ['PB', 'Q38088', 'Paraíba', 'dgb_01KBBKB168NTCD37SWDH808HXZ', 'João Pessoa'],
  ['PE', 'Q40942', 'Pernambuco', 'Q48344', 'Recife'],
  ['PI', 'Q42722', 'Piauí', 'dgb_01KBBKB1696AA4V9YC7B6N8VR6', 'Teresina'],
  ['PR', 'Q15499', 'Paraná', 'Q4361', 'Curitiba'],
  ['RJ', 'Q41428', 'Estado do Rio de Janeiro', 'Q8678', 'Rio de Janeiro'],
  ['RN', 'Q43255', 'Rio Grande do Norte', 'dgb_01KBBKB16ASZGQCYE53XRJHR4Y', 'Natal'],
  ['RO', 'Q43235', 'Rondônia', 'dgb_01KBBKB16B72Y4Y88ZWD5EVAYN', 'Porto Velho'],
  ['RR', 'Q42508', 'Roraima', 'dgb_01KBBKB16C6K4TM56Z6Z0MW116', 'Boa Vista'],
  ['RS', 'Q40030', 'Rio Grande do Sul', 'Q40269', 'Porto Alegre'],
  ['SC', 'Q41115', 'Santa Catarina', 'dgb_01KBBKB16DXH7S3C26XFNGFWAW', 'Florianópolis'],
  ['SE', 'Q43783', 'Sergipe', 'dgb_01KBBKB16EEF7E1YZSC3RBQRCV', 'Aracaju'],
  ['SP', 'Q175', 'Estado de São Paulo', 'Q174', 'São Paulo'],
  ['TO', 'Q43695', 'Tocantins', 'dgb_01KBBKB16FBMVEZ315MFASE5QG', 'Palmas'],
]

/**
 * The 27 states by code. In texts, Rio de Janeiro and São Paulo alone mean the cities, so these two states have long
 * names. For every other state, the plain name means the state.
 */
export const STATES: readonly StatePlaces[] = ROWS.map(([code, id, name, capitalId, capital]) => ({
  code,
  id,
  name,
  capitalId,
  capital,
}))
