/**
 * Folded words with a judgement in news of public bodies. `avanc-` matches all words with that prefix; other entries
 * match themselves. Written for this project. Weights are 1 (weak) to 2 (clear).
 */
const POSITIVE: readonly (readonly [weight: number, entries: string])[] = [
  [
    2,
    `sucesso exito exitos exitosa exitoso vitoria vitorias vitorios- conquist- celebr- comemor- excelen- excepciona-
    extraordinari- brilhant- orgulh- recorde recordes premiad- premiou homenag- felicidade feliz felizes alegr-
    esperanca esperancas gratidao agradec- elogi- admira- notavel notaveis exempla- vencedor- campea campeao campeas
    campeoes medalh- salvou salvar resgatou resgatad-`,
  ],
  [
    1.5,
    `avanc- melhor melhores melhora melhorar melhoram melhorou melhoria melhorias aprimor- benefici- benefic- fortalec- ampli- garant- valoriz- protege protegem proteger protegid-
    solidari- inclusiv- inovador- eficien- eficaz eficazes eficacia desenvolv- moderniz-
    recuperou recuperad- restabelec- superou superacao superavit prosper- progresso oportunidade oportunidades
    dignidade dign- bem-estar qualidade historico historica pioneir- destaqu- reconhec- prestigi- saudavel
    saudaveis sustentavel sustentaveis sustentabilidade tranquil- paz pacific-`,
  ],
  [
    1,
    `crescimento cresce cresceu crescem crescer aument- entrega entregas entregou entregue entregues inaugur- investi-
    apoia apoiar apoiam apoio apoiou acolh- capacita- qualifica- formatura formaturas facilit- agiliz- simplific-
    parceri- cooperacao cooper- colabor- confianca confiavel compromisso dedicac- dedicad- incentiv-
    estimul- promov- promocao gratuit- acessivel acessiveis acessibilidade regulariz- revitaliz- construi- lanca lancou
    lancamento contempl- viabiliz- diversidade equidade harmonia otimo otima bom boa
    bons boas positiv- favorav- util uteis vantag- ganho ganhos ganha ganhou ganham lider lideres lidera liderou
    referencia solidez robust- estabilidade cura curad- vacinad- imuniza- alfabetiz- premio premios esclarec-`,
  ],
]

const NEGATIVE: readonly (readonly [weight: number, entries: string])[] = [
  [
    2,
    `morte mortes morto morta mortos mortas morreu morreram morrer morrem mortal mortais mortalidade faleceu faleceram
    faleciment- obito obitos assassin- homicidi- feminicidi- estupr- massacre- genocidi- tragedia tragedias tragic-
    catastrof- terror terroris- tortur- escravi- trafic- trafico chacina suicidi- luto lament- repudi- horror-
    atrocidad- barbar- abuso abusos`,
  ],
  [
    1.5,
    `crime crimes criminos- criminal- violenc- violent- violac- fraud- corrup- golpe golpes golpist- quadrilha-
    roubo roubos roubad- furto furtos furtad- sequestr- contraband- pirataria ilegal ilegais ilicit- irregular-
    clandestin- desmat- queimad- incendi- enchent- inundac- alagament- deslizament- desastr- calamidad- emergencia
    emergencias estiagem estiagens seca secas fome misera- miseria epidemi- pandemi- surto surtos doenca doencas
    infecc- contamin- polui- degrad- devast- destrui- ameac- racis- discrimin- preconceit- xenofob-
    homofob- transfob- assedi- agressao agressoes agredi- ferido feridos ferida feridas vitima vitimas sofre sofreu
    sofrem sofrimento dor medo panico guerra guerras conflito conflitos ataque ataques invad- invaso- invasa- garimp-
    extinc- colaps- preso presos presa presas prisao prisoes detid- condenad- condenac- acidente acidentes`,
  ],
  [
    1,
    `problema problemas dificuldad- dificil dificeis crise crises risco riscos grave graves gravissim- perda perdas
    perdeu perderam prejuiz- prejudic- dano danos queda quedas caiu cairam piora pioras piorou pior piores atraso
    atrasos atrasad- suspens- suspend- cancelad- cancelament- interromp- interrupc- proibi- embarg- multa multas
    multad- autuad- autuac- punid- punic- infrac- infrator- apreend- apreens- denunci- suspeit- acusad- acusac- falha
    falhas falhou falta faltam deficit deficits escass- precari- inseguranc- instabil- desempreg- inadimpl- endivid- vulnerab- exclusao desigual- evasao abandon- negligenc- omissao erro erros falso falsa falsos
    falsas fake desinform- critica criticas negativ- irrespons- inviab- impun- coagi- coac-`,
  ],
]

/** Words with one of these prefixes carry no judgement, although they match a stem above. */
const NEUTRAL: typeof POSITIVE = [
  [0, 'beneficio beneficios beneficiari- desenvolvimento investig- investidor- conquistense- alegre barbara'],
]

function listEntries(groups: typeof POSITIVE, sign: 1 | -1): [entry: string, weight: number][] {
  return groups.flatMap(([weight, entries]) =>
    entries
      .trim()
      .split(/\s+/)
      .map((entry): [string, number] => [entry, sign * weight]),
  )
}

const ENTRIES = [...listEntries(POSITIVE, 1), ...listEntries(NEGATIVE, -1), ...listEntries(NEUTRAL, 1)]

/** Weight of a folded word: above zero is good news, below zero bad news. */
export const WORD_WEIGHTS: ReadonlyMap<string, number> = new Map(
  ENTRIES.filter(([entry]) => !entry.endsWith('-')),
)

/** Weight by prefix of a folded word; the longest matching prefix counts. */
export const STEM_WEIGHTS: ReadonlyMap<string, number> = new Map(
  ENTRIES.filter(([entry]) => entry.endsWith('-')).map(([entry, weight]) => [entry.slice(0, -1), weight]),
)

/** Words that reverse the weight of what follows. */
export const NEGATIONS: ReadonlySet<string> = new Set(
  'nao nunca jamais sem nem nenhum nenhuma ninguem tampouco'.split(' '),
)

/** Prefixes of words for acting against something bad: "combate à fome", "redução da violência". */
export const REMEDIES: readonly string[] = (
  'combat enfrent prevenc previn preven reduc reduz diminu erradic elimin contra evit mitig control repress fiscaliz ' +
  'vigilanc tratament tratar conter repar recuper gestao gerenci monitor soluc resoluc menos'
).split(' ')

/** Factors for the next judging word: above 1 strengthens, below 1 weakens. */
export const DEGREES: ReadonlyMap<string, number> = new Map([
  ...'muito muita muitos muitas tao bastante extremamente altamente fortemente significativamente enorme profundo profunda'
    .split(' ')
    .map((word): [string, number] => [word, 1.5]),
  ...'pouco pouca poucos poucas levemente ligeiramente parcialmente quase leve'
    .split(' ')
    .map((word): [string, number] => [word, 0.5]),
])
