/**
 * Portuguese function words, folded (lower case, no accents): articles, prepositions and their contractions, pronouns,
 * conjunctions, question words, and forms of ser, estar, ter, haver and ir. Words that change the meaning of a query
 * are not in the list: nao, sem, contra, mais, menos.
 */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a o as os um uma uns umas
  de do da dos das dum duma em no na nos nas num numa nuns numas ao aos por pelo pela pelos pelas para pra pro
  com sobre entre ate apos desde perante sob segundo conforme durante mediante acerca
  dele dela deles delas nele nela neles nelas deste desta destes destas desse dessa desses dessas disto disso daquele
  daquela daqueles daquelas daquilo neste nesta nestes nestas nesse nessa nesses nessas nisto nisso naquele naquela
  naqueles naquelas naquilo aquele aquela aqueles aquelas aquilo este esta estes estas esse essa esses essas isto isso
  e ou mas nem que se como porque pois porem contudo todavia entao logo portanto embora enquanto quando onde aonde
  qual quais quem quanto quanta quantos quantas cujo cuja cujos cujas
  eu tu ele ela eles elas voce voces me te lhe lhes nosso nossa nossos nossas meu minha meus minhas seu sua
  seus suas teu tua
  ja ainda tambem so ai la aqui ali assim bem muito muita muitos muitas todo toda todos todas cada algum alguma
  alguns algumas outro outra outros outras mesmo mesma mesmos mesmas tal tais
  ser sou somos sao era eram foi foram fosse fossem seja sejam sera serao seria seriam sendo sido
  estar estou estao estava estavam esteve estiveram esteja estejam estara estarao estando
  ter tem tenho temos tinha tinham teve tiveram tenha tenham tera terao teria teriam tendo tido
  ha haver havia houve haja havera vai vao ir`.split(/\s+/),
)

/** Words that begin a question, folded. */
export const QUESTION_WORDS: ReadonlySet<string> = new Set(
  'que qual quais quem quando onde aonde como quanto quanta quantos quantas'.split(' '),
)
