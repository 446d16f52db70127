/*
 * Messages of graphql-js 16 and Apollo Server 5 in Portuguese. Their texts are English and cannot be configured, so
 * they are matched by wording. `<a>` matches any text; `<a!>` matches a text that is translated in turn.
 */

const APOLLO: readonly [english: string, portuguese: string][] = [
  ['Apollo Server supports only GET/POST requests.', 'Use GET ou POST.'],
  ['GraphQL queries must be strings.<rest>', '`query` deve ser um texto na linguagem GraphQL.'],
  [
    'GraphQL operations must contain a non-empty `query` or a `persistedQuery` extension.',
    'Informe `query` com a operação a executar ou a extensão `persistedQuery`.',
  ],
  [
    'POST body missing, invalid Content-Type, or JSON object has no keys.',
    'Envie no corpo um objeto JSON com `query`, como application/json.',
  ],
  [
    '`<name>` in a POST body should be provided as an object, not a recursively JSON-encoded string.',
    '`<name>` deve ser um objeto, e não um texto com JSON.',
  ],
  ['`<name>` in a POST body must be an object if provided.', '`<name>` deve ser um objeto.'],
  ['`<name>` in a POST body must be a string if provided.', '`<name>` deve ser um texto.'],
  [
    'GET requests may not have a content-type header other than application/json.',
    'Em GET, o cabeçalho Content-Type só pode ser application/json.',
  ],
  [
    "The '<name>' search parameter may only be specified once.",
    'O parâmetro `<name>` só pode vir uma vez no endereço.',
  ],
  ['The <name> search parameter contains invalid JSON.', 'O parâmetro `<name>` não é JSON válido.'],
  [
    'The <name> search parameter should contain a JSON-encoded object.',
    'O parâmetro `<name>` deve ser um objeto JSON.',
  ],
  [
    'GET requests only support query operations, not <operation> operations',
    'GET só executa consultas: envie a operação <operation> por POST.',
  ],
  [
    "An 'accept' header was provided for this request which does not accept <types>",
    'O cabeçalho Accept não inclui nenhum destes formatos: <types>.',
  ],
  ['Operation batching disabled.', 'Envie uma operação por requisição: listas de operações não são aceitas.'],
  ['No operations found in request.', 'A requisição não tem nenhuma operação.'],
  ['Unsupported persisted query version', 'Esta versão de persistedQuery não é aceita: use a versão 1.'],
  ['provided sha does not match query', 'O sha256Hash de persistedQuery não é o de `query`.'],
]

const REQUEST: readonly [english: string, portuguese: string][] = [
  ['Syntax Error: <detail!>', 'Erro de sintaxe: <detail!>'],
  [
    'Document contains more that <max> tokens. Parsing aborted.',
    'a consulta tem mais de <max> símbolos (tokens).',
  ],
  [
    'Document contains more than <max> comments. Parsing aborted.',
    'a consulta tem mais de <max> comentários.',
  ],
  [
    'Source contains more than <max> UTF-16 code units. Parsing aborted.',
    'a consulta tem mais de <max> caracteres.',
  ],
  [
    'Unexpected single quote character (<quote>), did you mean to use a double quote (<double>)?',
    'aspas simples (\') não são aceitas: use aspas duplas (").',
  ],
  [
    'Unexpected description, descriptions are not supported on shorthand queries.',
    'uma consulta abreviada não pode ter descrição.',
  ],
  [
    'Unexpected description, only GraphQL definitions support descriptions.',
    'só definições podem ter descrição.',
  ],
  [
    'Unexpected variable "<name>" in constant value.',
    'a variável “<name>” não pode estar em um valor constante.',
  ],
  [
    '<token!> is reserved and cannot be used for an enum value.',
    '<token!> é reservado e não pode ser valor de enum.',
  ],
  ['Unexpected character: <character>.', 'caractere inesperado: <character>.'],
  ['Invalid character: <character>.', 'caractere inválido: <character>.'],
  ['Invalid character within String: <character>.', 'caractere inválido dentro de um texto: <character>.'],
  [
    'Invalid number, unexpected digit after 0: <character>.',
    'número inválido, algarismo inesperado depois de 0: <character>.',
  ],
  [
    'Invalid number, expected digit but got: <character>.',
    'número inválido, era esperado um algarismo e veio <character>.',
  ],
  ['Unterminated string.', 'texto sem aspas no fim.'],
  ['Invalid Unicode escape sequence: <sequence>.', 'sequência Unicode inválida: <sequence>.'],
  ['Invalid character escape sequence: <sequence>.', 'sequência de escape inválida: <sequence>.'],
  ['Expected <kind!>, found <token!>.', 'era esperado <kind!> e veio <token!>.'],
  ['Unexpected <token!>.', '<token!> não era esperado aqui.'],
  ['<SOF>', 'o início do texto'],
  ['<EOF>', 'o fim do texto'],
  ['Must provide an operation.', 'Informe uma operação.'],
  [
    'Must provide operation name if query contains multiple operations.',
    'Informe em operationName qual das operações do documento deve ser executada.',
  ],
  ['Unknown operation named "<name>".', 'O documento não tem a operação “<name>”.'],
  [
    'Schema is not configured to execute <operation> operation<rest>.',
    'O serviço não executa a operação <operation> neste endereço.',
  ],
]

const VALIDATION: readonly [english: string, portuguese: string][] = [
  [
    'The <name> definition is not executable.',
    'A definição <name> não pode ser executada: envie só operações e fragmentos.',
  ],
  ['Cannot query field "<field>" on type "<type>".', 'O tipo “<type>” não tem o campo “<field>”.'],
  [
    'Fragment "<name>" cannot condition on non composite type "<type>".',
    'O fragmento “<name>” não pode ser do tipo “<type>”, que não tem campos.',
  ],
  [
    'Fragment cannot condition on non composite type "<type>".',
    'Um fragmento não pode ser do tipo “<type>”, que não tem campos.',
  ],
  ['Unknown argument "<name>" on field "<field>".', 'O campo “<field>” não tem o argumento “<name>”.'],
  [
    'Unknown argument "<name>" on directive "<directive>".',
    'A diretiva “<directive>” não tem o argumento “<name>”.',
  ],
  ['Unknown directive "<name>".', 'A diretiva “<name>” não existe.'],
  ['Directive "<name>" may not be used on <place>.', 'A diretiva “<name>” não pode estar em <place>.'],
  ['Unknown fragment "<name>".', 'O fragmento “<name>” não foi definido.'],
  ['Unknown type "<name>".', 'O tipo “<name>” não existe.'],
  [
    'This anonymous operation must be the only defined operation.',
    'Uma operação sem nome deve ser a única do documento.',
  ],
  ['Maximum introspection depth exceeded', 'A introspecção passa da profundidade máxima.'],
  [
    'Cannot spread fragment "<name>" within itself via <path>.',
    'O fragmento “<name>” contém a si mesmo, por <path>.',
  ],
  ['Cannot spread fragment "<name>" within itself.', 'O fragmento “<name>” contém a si mesmo.'],
  [
    'Variable "<name>" is not defined by operation "<operation>".',
    'A operação “<operation>” não declara a variável “<name>”.',
  ],
  ['Variable "<name>" is not defined.', 'A variável “<name>” não foi declarada.'],
  ['Fragment "<name>" is never used.', 'O fragmento “<name>” não é usado.'],
  [
    'Variable "<name>" is never used in operation "<operation>".',
    'A operação “<operation>” não usa a variável “<name>”.',
  ],
  ['Variable "<name>" is never used.', 'A variável “<name>” não é usada.'],
  [
    'Fields "<name>" conflict because <reason!>. Use different aliases on the fields to fetch both if this was intentional.',
    'Os campos “<name>” conflitam: <reason!>. Dê apelidos (aliases) diferentes aos campos para pedir ambos.',
  ],
  [
    'subfields "<name>" conflict because <reason!> and subfields <rest!>',
    'os campos “<name>” dentro deles conflitam: <reason!>; e os campos <rest!>',
  ],
  ['subfields "<name>" conflict because <reason!>', 'os campos “<name>” dentro deles conflitam: <reason!>'],
  ['"<name>" conflict because <reason!>', '“<name>” conflitam: <reason!>'],
  ['they have differing arguments', 'têm argumentos diferentes'],
  ['they have differing stream directives', 'têm diretivas @stream diferentes'],
  ['they return conflicting types "<a>" and "<b>"', 'têm os tipos incompatíveis “<a>” e “<b>”'],
  ['"<a>" and "<b>" are different fields', '“<a>” e “<b>” são campos diferentes'],
  [
    'Fragment "<name>" cannot be spread here as objects of type "<parent>" can never be of type "<type>".',
    'O fragmento “<name>” não cabe aqui: “<parent>” nunca é “<type>”.',
  ],
  [
    'Fragment cannot be spread here as objects of type "<parent>" can never be of type "<type>".',
    'Este fragmento não cabe aqui: “<parent>” nunca é “<type>”.',
  ],
  [
    'Field "<field>" argument "<name>" of type "<type>" is required, but it was not provided.',
    'Falta o argumento obrigatório “<name>”, do tipo “<type>”, no campo “<field>”.',
  ],
  [
    'Directive "<directive>" argument "<name>" of type "<type>" is required, but it was not provided.',
    'Falta o argumento obrigatório “<name>”, do tipo “<type>”, na diretiva “<directive>”.',
  ],
  [
    'Field "<field>" must not have a selection since type "<type>" has no subfields.',
    'O campo “<field>” não aceita seleção: o tipo “<type>” não tem campos.',
  ],
  [
    'Field "<field>" of type "<type>" must have a selection of subfields.',
    'O campo “<field>”, do tipo “<type>”, precisa de uma seleção de campos.',
  ],
  [
    'Field "<field>" of type "<type>" must have at least one field selected.',
    'O campo “<field>”, do tipo “<type>”, precisa de ao menos um campo.',
  ],
  [
    'Subscription "<name>" must select only one top level field.',
    'A assinatura “<name>” deve ter um só campo.',
  ],
  ['Anonymous Subscription must select only one top level field.', 'A assinatura deve ter um só campo.'],
  [
    'Subscription "<name>" must not select an introspection top level field.',
    'A assinatura “<name>” não pode ter um campo de introspecção.',
  ],
  [
    'Anonymous Subscription must not select an introspection top level field.',
    'A assinatura não pode ter um campo de introspecção.',
  ],
  ['There can be only one <what!> named "<name>".', 'Há mais de <what!> “<name>”.'],
  ['argument', 'um argumento'],
  ['fragment', 'um fragmento'],
  ['input field', 'um campo de entrada'],
  ['operation', 'uma operação'],
  ['variable', 'uma variável'],
  ['directive', 'uma diretiva'],
  ['type', 'um tipo'],
  [
    'The directive "<name>" can only be used once at this location.',
    'A diretiva “<name>” só pode estar uma vez aqui.',
  ],
  [
    'Variable "<name>" cannot be non-input type "<type>".',
    'A variável “<name>” não pode ser do tipo “<type>”, que não é de entrada.',
  ],
  [
    'Variable "<name>" of type "<type>" used in position expecting type "<expected>".',
    'A variável “<name>”, do tipo “<type>”, está onde é esperado “<expected>”.',
  ],
  [
    'Too many validation errors, error limit reached. Validation aborted.',
    'Há erros demais na consulta; os outros não foram verificados.',
  ],
]

const VALUES: readonly [english: string, portuguese: string][] = [
  [
    'Too many errors processing variables, error limit reached. Execution aborted.',
    'Há erros demais nas variáveis; os outros não foram verificados.',
  ],
  [
    'Variable "<name>" got invalid value <value>; <detail!>',
    'O valor da variável “<name>” não serve (<value>): <detail!>',
  ],
  [
    'Variable "<name>" of required type "<type>" was not provided.',
    'Falta a variável obrigatória “<name>”, do tipo “<type>”.',
  ],
  [
    'Variable "<name>" of non-null type "<type>" must not be null.',
    'A variável “<name>”, do tipo “<type>”, não pode ser nula.',
  ],
  [
    'Variable "<name>" expected value of type "<type>" which cannot be used as an input type.',
    'A variável “<name>” é do tipo “<type>”, que não é de entrada.',
  ],
  [
    'Argument "<name>" of required type "<type>" was provided the variable "<variable>" which was not provided a runtime value.',
    'O argumento obrigatório “<name>”, do tipo “<type>”, usa a variável “<variable>”, que não veio.',
  ],
  [
    'Argument "<name>" of required type "<type>" was not provided.',
    'Falta o argumento obrigatório “<name>”, do tipo “<type>”.',
  ],
  [
    'Argument "<name>" of non-null type "<type>" must not be null.',
    'O argumento “<name>”, do tipo “<type>”, não pode ser nulo.',
  ],
  ['Argument "<name>" has invalid value <value>.', 'O valor do argumento “<name>” não serve: <value>.'],
  [
    'Expected value of type "<type>", found <value>; <detail!>',
    'Era esperado o tipo “<type>” e veio <value>: <detail!>',
  ],
  ['Expected value of type "<type>", found <value>.', 'Era esperado o tipo “<type>” e veio <value>.'],
  ['Expected non-nullable type "<type>" not to be null.', 'O tipo “<type>” não pode ser nulo.'],
  ['Expected type "<type>" to be an object.', 'O tipo “<type>” precisa de um objeto.'],
  ['Expected type "<type>". <detail!>', 'Era esperado o tipo “<type>”. <detail!>'],
  ['Expected type "<type>".', 'Era esperado o tipo “<type>”.'],
  [
    'Field "<field>" of required type "<type>" was not provided.',
    'Falta o campo obrigatório “<field>”, do tipo “<type>”.',
  ],
  ['Field "<field>" is not defined by type "<type>".', 'O tipo “<type>” não tem o campo “<field>”.'],
  ['Int cannot represent non-integer value: <value>', 'Int precisa de um número inteiro, e veio <value>'],
  [
    'Int cannot represent non 32-bit signed integer value: <value>',
    'Int precisa de um número inteiro de 32 bits, e veio <value>',
  ],
  ['Float cannot represent non numeric value: <value>', 'Float precisa de um número, e veio <value>'],
  ['String cannot represent a non string value: <value>', 'String precisa de um texto, e veio <value>'],
  [
    'Boolean cannot represent a non boolean value: <value>',
    'Boolean precisa de true ou false, e veio <value>',
  ],
  ['Value "<value>" does not exist in "<type>" enum.', '“<value>” não é um valor de “<type>”.'],
  [
    'Enum "<type>" cannot represent non-string value: <value>.',
    '“<type>” precisa do nome de um dos seus valores, e veio <value>.',
  ],
  [
    'Enum "<type>" cannot represent non-enum value: <value>.',
    '“<type>” precisa do nome de um dos seus valores, e veio <value>.',
  ],
]

interface Rule {
  pattern: RegExp
  portuguese: string
}

const PLACE = /<([a-z]+)(!?)>/g
const escape = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')

/**
 * A value may contain any text, so it ends before the last occurrence of the text that follows. Other placeholders
 * end before the first one.
 */
function toRule([english, portuguese]: readonly [string, string]): Rule {
  const parts = english.split(/(<[a-z]+!?>)/)
  const source = parts
    .map((part) =>
      part.replace(/^<([a-z]+)!?>$/, '(?<$1>[^]*?)').replace('(?<value>[^]*?)', '(?<value>[^]*)'),
    )
    .map((part, position) => (position % 2 === 1 ? part : escape(part)))
  return { pattern: new RegExp(`^${source.join('')}$`), portuguese }
}

/** Created with the first error of a process, so that a cold start does not wait for the rules. */
let rules: readonly Rule[] | undefined

/** The suggestion of similar names that libraries append. */
const SUGGESTION = / Did you mean (?<names>[^]*)\?$/
/** Maximum nesting of messages. */
const MAX_DEPTH = 4

function suggest(names: string): string {
  const portuguese = names
    .replace('to use an inline fragment on ', 'usar um fragmento em ')
    .replace('the enum value ', 'o valor ')
    .replace(/,? or (?="[^"]*"$)/, ' ou ')
  return ` Você quis dizer ${portuguese}?`
}

/**
 * Returns a message of graphql-js or Apollo Server in Portuguese, and any other message unchanged. Names, types and
 * values stay unchanged.
 */
export function translate(message: string, depth = 0): string {
  if (depth > MAX_DEPTH) return message
  rules ??= [...APOLLO, ...VALUES, ...VALIDATION, ...REQUEST].map(toRule)
  const names = SUGGESTION.exec(message)?.groups?.['names']
  const plain = names === undefined ? message : message.replace(SUGGESTION, '')
  for (const { pattern, portuguese } of rules) {
    const found = pattern.exec(plain)
    if (!found) continue
    const texts = found.groups ?? {}
    const rendered = portuguese.replaceAll(PLACE, (_, name: string, isTranslated: string) => {
      const text = texts[name] ?? ''
      return isTranslated ? translate(text, depth + 1) : text
    })
    return names === undefined ? rendered : rendered + suggest(names)
  }
  return message
}
