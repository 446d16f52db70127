import { foldWord } from '../words/fold-word.ts'

/** First names that are common in Brazil, after the census of 2010 (IBGE, "Nomes no Brasil"), without accents. */
const LIST = `
  aaron abel abigail abraao adalberto adao adelaide adele adelia adelmo ademar ademir adilson admilson adolfo adriana
  adriane adriano adrielle aecio afonso agatha agnaldo agnes agostinho aida ailton airton alan alana alba albert alberto
  albino alcione alcides aldo alessandra alessandro alex alexandra alexandre alexsandro alfredo alice alicia aline alisson
  allan almir aloisio aluisio alvaro amanda amaro amarildo amaury amelia ana anamaria anderson andre andrea andreia andressa
  andreza andrezza angela angelica angelo angelina anibal anielle anita anna anne anselmo antonia antonio aparecida aparecido
  apolonia ariana ariane arilson aristides arlete arlindo armando arnaldo arthur artur ary assis augusto aurea aurelio
  aurora ayrton barbara beatriz benedita benedito benjamin bento bernardo bertha betania betina bianca brenda brenno breno
  bruna bruno caio calixto camila camilo carla carlito carlo carlos carlota carmem carmen carmo carol carolina caroline
  cassia cassiano cassio catarina catia cecilia celia celina celio celso cesar charles chico christian christiane christiano
  cibele cicera cicero cida cintia cinthia cirilo ciro clara clarice clarissa claudete claudia claudinei claudio cleber
  cleide cleiton clementina cleonice cleusa clovis conceicao constanca cosme cristian cristiana cristiane cristiano
  cristina dagoberto daiana daiane dalva damiana damiao damares daniel daniela daniele daniella danielle danilo dante dario
  davi david dayane debora deborah deise deivid delcio delfim denis denise dennis deolinda derli deusa dhiego diana diego
  dilma dilson dimas diogo dirce dirceu dolores domingos dora doralice douglas duarte durval eber eder ederson edgar edgard
  edilene edileuza edilson edimar edinaldo edison edith edmar edmilson edmundo edna edson eduarda eduardo edvaldo edvan
  elaine elba elen elena eleonora eli eliana eliane elias eliete eliezer elio elis elisa elisabete elisabeth elisangela
  elizabeth eliseu elizeu ellen eloa eloi eloisa elson elton elvira elza emanuel emanuela emerson emilia emilio emily
  enrico enzo erasmo eric erica erick erik erika ernani ernesto eros esperanca estefania estela ester esther euclides
  eugenia eugenio eunice eurico eva evaldo evandro evelin evelyn everaldo everton ezequiel fabiana fabiano fabio fabiola
  fabricia fabricio fatima faustino fausto felipe felix fernanda fernando filipe flavia flavio flora floriano francesca
  francesco francielle francine francisca francisco frederico gabriel gabriela gabriele gabriella gabrielle genesio genilson
  genival george georgia geovana geovane geraldo gerson getulio gian giane gilberto gilda gildo gilmar gilson gilvan giovana
  giovane giovani giovanna giovanni gisela gisele giselle giulia glaucia glauco gleice gleisi glenda gloria goncalo graca
  graciela graziela graziele gregorio greice guilherme guiomar gustavo hamilton haroldo heitor helder helen helena heleno
  helia helio heloisa henrique herbert hercules hermes hilda hilton hugo humberto iago ian iara ibrahim ieda igor ilda
  ilma ines ingrid inacio ione iolanda iracema iraci irene iris irineu isaac isabel isabela isabella isabelle isadora
  isaias isaura ismael israel italo itamar ivan ivana ivani ivanildo ivete ivo ivone izabel izabela izabella izolda jacira
  jackson jaco jacqueline jader jadson jaime jair jairo jamil jamile janaina jandira jane janete janice jaques jaqueline
  jean jeferson jefferson jennifer jeova jeronimo jessica jhonatan joana joanna joao joaquim joaquina joel joelma joelson
  jonas jonatan jonatas jonathan jorge jorgina jose joseane josefa josefina joselito josenildo josiane josimar josue jovelina
  juan juarez judite julia juliana juliane juliano juliene julieta julio junior jurandir juscelino jussara justino karen
  karin karina karine karla karolina kassia katarina katia kauan kaua keila kelly kelvin kenia kleber laercio laerte lais
  lara larissa laura lauro lazaro lea leandra leandro leda leia leila lenita leo leocadia leon leonardo leonel leonidas
  leonor leonora leopoldo leticia levi lia liana lidia lidiane lilia lilian liliana liliane lincoln linda lindomar lineu
  livia loide lorena lorenzo lourdes lourenco lourival luan luana lucas lucca lucelia lucia luciana luciane luciano lucila
  lucilene lucimar lucinda lucineia lucio ludmila ludmilla luis luisa luiz luiza luizianne lula luna luzia lygia macae
  madalena mafalda magali magda magno maicon maira maisa malu manoel manoela manuel manuela mara marcela marcella marcelle
  marcello marcelo marcia marcio marcia marco marcos marcus margareth margarida maria mariah mariana mariane mariangela
  marieta marilda marilena marilene marilia marilza marina marinalva mario marisa marisol mariza marjorie marlene marli
  marlon marlucia marluce marta martha martim martinho marvin mateus matheus matias matilde mauricio mauro max maxwell
  maycon mayara melissa mercedes messias michael michel michele michelle miguel milena milton mirela mirella miriam mirian
  moacir moises monica monique morgana murilo myriam nadia nadir nagela naiara nair nara natalia natalie natalina nathalia
  nathan nazare neide neila nelma nelson nestor neusa neuza newton ney nicolas nicole nildo nilda nilma nilo nilson nilton
  nilva nina nino nisia nivaldo noelia noemi nonato norberto norma norton octavio odair odete odilon ofelia olavo olga
  olimpia olimpio oliveiros onofre orlando oscar osmar osvaldo oswaldo otavio otto ozires pablo paloma pamela paola paolo
  patricia patrick paula paulina paulinho paulino paulo pedro penelope peterson petronio pietra pietro plinio priscila
  priscilla quirino quiteria rafael rafaela rafaella raimunda raimundo raissa ramon ramona raphael raphaela raquel raul
  rayane rebeca regiane regina reginaldo regis reinaldo renan renata renato rene rhuan ricardo rildo rita ritinha rivaldo
  roberta roberto robson rocha rodolfo rodrigo rogeria rogerio roger rolando romario romeu romildo romulo ronald ronaldo
  rone roney ronilson rosa rosalia rosalina rosana rosane rosangela rosaria roseana roseli rosely rosemary rosemeire
  rosenilda rosiane rosilda rosilene rosimeire rosineide rossana rubem rubens rubia rudinei rui ruth ruy sabrina salete
  salomao salvadora samanta samantha samara samir samuel sandra sandro sara sarah saulo savio sebastiana sebastiao selma
  sergio severina severino sheila sidnei sidney silas silmara silvana silvania silvano silvia silvio silveria simao simeao
  simone sinval sofia solange sonia soraia soraya stefany stela stella stephanie sueli suelen suellen susana suzana suzane
  sylvia tabata taciana tadeu taina tainara taisa talita tamara tamires tania tarcila tarcisio tarso tassia tatiana tatiane
  telma teodoro tereza teresa teresinha terezinha thais thaisa thalita thiago thomas tiago tomas tomaz ubirajara ulisses
  ulysses uriel ursula vagner valdeci valdecir valdemar valdir valdirene valdomiro valentim valentina valeria valerio
  valmir valquiria valter vanda vander vanderlei vandir vanessa vania vera veridiana veronica vicente victor victoria
  vilma vilmar vinicius virginia vitor vitoria viviane vivian vladimir wagner waldemar waldez waldir wallace walter
  wanda wander wanderlei wanderley wanessa washington welington wellington wendel wesley weverton wilder william willian
  wilma wilson wladimir yago yan yara yasmin yolanda yuri yvone zelia zenaide zilda zilma zoraide zuleica zulmira
`

const FIRST_NAMES: ReadonlySet<string> = new Set(LIST.trim().split(/\s+/))

/** Whether a word is a first name, whatever its accents. */
export const isFirstName = (word: string): boolean => FIRST_NAMES.has(foldWord(word))
