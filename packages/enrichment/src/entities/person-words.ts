import { wordSet } from '../words/word-set.ts'

/** Offices and callings that stand beside a name, without accents. Feminine and plural forms follow by `isOffice`. */
export const OFFICES = wordSet(`
  ministro ministra presidente presidenta senador senadora deputado deputada governador governadora prefeito prefeita
  vereador vereadora parlamentar secretario secretaria subsecretario subsecretaria diretor diretora superintendente
  coordenador coordenadora supervisor supervisora chefe subchefe gerente professor professora docente doutor doutora
  doutorando doutoranda mestrando mestranda pesquisador pesquisadora reitor reitora decano decana embaixador embaixadora
  consul diplomata general almirante brigadeiro marechal coronel major capitao capita tenente subtenente sargento cabo
  soldado comandante delegado delegada juiz juiza desembargador desembargadora procurador procuradora subprocurador
  subprocuradora advogado advogada defensor defensora promotor promotora conselheiro conselheira ouvidor ouvidora corregedor
  corregedora assessor assessora consultor consultora analista tecnico tecnica especialista engenheiro engenheira arquiteto
  arquiteta medico medica enfermeiro enfermeira psicologo psicologa agricultor agricultora produtor produtora pescador
  pescadora marisqueira artesao artesa empresario empresaria empreendedor empreendedora cantor cantora ator atriz escritor
  escritora poeta musico compositor compositora maestro maestrina bailarino bailarina cineasta diretora artista pintor
  pintora autor autora coautor coautora curador curadora produtora apresentador apresentadora palestrante mediador mediadora
  moderador moderadora estudante aluno aluna bolsista servidor servidora funcionario funcionaria morador moradora
  beneficiario beneficiaria aposentado aposentada lider lideranca cacique paje cientista biologo biologa geologo geologa
  economista jornalista radialista fotografo fotografa atleta nadador nadadora jogador jogadora corredor corredora judoca
  ginasta treinador treinadora campeao campea medalhista piloto astronauta astronomo astronoma fisico fisica quimico quimica
  matematico matematica tecnologista tecnologo auditor auditora fiscal perito perita gestor gestora dirigente representante
  fundador fundadora cofundador cofundadora socio socia pastor padre frei bispo arcebispo cardeal papa rei rainha principe
  princesa imperador chanceler comissario comissaria interventor interventora titular relator relatora copeiro copeira
  motorista paciente mestre mestra dona dom dr dra prof profa sr sra msc aiatola xeique premie primeira-dama vice adjunto
  adjunta substituto substituta historiador historiadora antropologo antropologa sociologo sociologa filosofo filosofa
  veterinario veterinaria agronomo agronoma nutricionista farmaceutico farmaceutica fisioterapeuta dentista psiquiatra
  pediatra infectologista epidemiologista oceanografo oceanografa meteorologista hidrologo hidrologa executivo executiva
  inspetor inspetora agente policial bombeiro bombeira secretariado articulador articuladora ativista militante influenciador
  influenciadora voluntario voluntaria mae pai irmao irma filho filha viuva viuvo neto neta ceo educador educadora pedagogo
  pedagoga bibliotecario bibliotecaria arqueologo arqueologa museologo museologa geografo geografa desenvolvedor
  desenvolvedora operador operadora vencedor vencedora oficial contra-almirante primeiro-ministro primeira-ministra
`)

/** Callings that open names of posts as well: "Agente Censitário Supervisor". Folded. */
export const POSTS = wordSet(`
  agente analista tecnico tecnica tecnologista oficial operador operadora auditor auditora inspetor inspetora fiscal executivo
  executiva especialista policial cabo assistente gestor gestora supervisor supervisora pesquisador pesquisadora estudante
  aluno aluna bolsista atleta artista doutorando mestrando servidor produtor produtora pescador agricultor educador
  empreendedor jovem fisica fisico quimica matematica tecnologo engenheiro medico cantora ator filho neto mae pai adjunto
`)

/** Titles before a surname or another name of one word: "ministro Haddad", "Dona Marineze". Folded. */
export const ADDRESSES = wordSet(`
  ministro ministra presidente presidenta vice-presidente ex-presidente senador senadora deputado deputada governador
  governadora prefeito prefeita general almirante brigadeiro coronel delegado delegada juiz juiza embaixador embaixadora
  chanceler professor professora padre frei papa dom dona dr dra prof profa sr sra mestre mestra cacique paje secretario
  diretor diretora doutor doutora
`)

/** Verbs of speech, before or behind a name. Folded. */
export const SPEECH = wordSet(`
  disse afirmou explicou destacou declarou ressaltou comentou contou lembrou avaliou anunciou reforcou acrescentou concluiu
  defendeu informou relatou pontuou enfatizou salientou completou observou celebrou comemorou agradeceu garantiu explica
  afirma destaca conta diz ressalta avalia relata comenta lembra reforca completa conclui defende pontua enfatiza celebra
  comemora revela revelou apontou aponta detalhou detalha frisou frisa finalizou finaliza complementou complementa analisou
  analisa argumentou argumenta ponderou pondera orienta orientou alertou alerta recordou recorda exemplificou sublinhou
  assegurou justificou discursou esclareceu esclarece definiu resumiu confessou refletiu
`)

/** Words that no name of a person has. Folded. */
export const NEVER_IN_NAMES = wordSet(`
  abril acesse acordo advocacia aeroporto agencia agora agosto agricultura agropecuaria amazonia ambiente ambiental ano
  assembleia assessoria assistencia associacao associado auditorio aula auxilio avenida bacia bairro bancada banco
  biblioteca boletim bolsa brasileira brasileiro brasileiros brasileiras caatinga cada camara campeonato campus carnaval
  censo central centro centro-oeste cerrado cidade cidadania ciencia ciencias codigo coletanea comando comissao comite companhia
  complexo computacao comunicacao comunicacoes comunidade concurso confederacao conferencia confira congresso conselho
  constituicao construcao contabilidade conteudo controladoria convencao cooperacao coordenacao copa correios credito
  cultura cultural curso decreto defensoria defesa departamento desenvolvimento dezembro dia diario direito direitos
  direta diretoria distrito domingo ecologia economia economica edital educacao eletrica eletronica emenda empresa
  encontro energia engenharia enem ensino escola espaco espacial esplanada esporte esportes estacao estadio estado estados
  estadual estrategia europa exercito exposicao externa externo faculdade fazenda federacao federal federais ferrovia
  festival fevereiro fiscal floresta florestal formacao forum foto fotos frente fundacao fundo galeria geral gestao governo
  grupo guia historia historico hospital ilha imagem industria industrial indice indigena indigenas informacao iniciativa
  inovacao inscricoes inteligencia instituto integracao internacional janeiro jogos jornal julho junho justica laboratorio
  lei leia liga linha livre livro maio mais manual mapa maternidade meio memorando menos mercado mes ministerio missao
  modernizacao mulher mulheres mudanca municipal municipio municipios museu nacao nacional nacionais nacoes natureza
  negocios nordeste norma nota nossa novembro nuclear observatorio oceania oceano oeste oficina olimpiada olimpiadas olimpico
  operacao organizacao orgao orquestra outubro palacio pantanal paralimpico parceria parlamento parque participacao pascoa
  patrimonio pesquisa petrobras planejamento plano plataforma policia politica politicas polo popular populacao portal
  portaria povos prefeitura premio presidencia previdencia procuradoria processo programa projeto promocao protocolo prova
  publica publicas publico publicos quarta-feira quilombo quinta-feira radio receita recursos rede referencia regiao
  regional registro regulacao regulatoria relacoes relatorio republica reserva residencial resolucao reuniao rodovia rua
  sabado saiba sala satelite saude secretaria segunda-feira seguranca semana seminario senado senhora serie servico servicos
  setembro setor sexta-feira simposio sindicato sistema sistemas social sociais sociedade solucoes sudeste superintendencia
  superior supremo sustentabilidade sustentavel sustentaveis taxa teatro tecnica tecnico tecnologia telefone terca-feira
  territorio tesouro titulos trabalho transito transparencia transporte transportes tratado tribunal turismo tv unidade
  unidades unidas universidade usina veja viaduto video vigilancia zona
  and award bank board center centre challenge climate college committee company conference council data day design
  digital engineering european fair farming force foundation fund future global green group health innovation institute
  international lab league management meeting network office open organization power program project research review school
  science security service show society solutions space street summit systems team technologies technology the trade
  united university week world
`)

/** Words with which no name of a person begins. They may be surnames: "Osmar Terra". Folded. */
export const NEVER_FIRST = wordSet(`
  africa agua aguas alto alta america area arabia asia bahia barra boa bom brasil cabo cachoeira campo campos casa chapada
  conheca convite cabeca costa das dos emirados estrada estreito eu feira fonte ganha grande jardim juventude lago lagoa
  leste marco mata minas monte morro natal norte nosso nova novas novo novos ordem outro outra pedra pedras ponta ponte
  porto pracas praia praca prata primeiro primeira reino ribeirao rio rios riacho santa santo santuario sao segundo segunda
  serra sertao sitio sul taxi terra terras terreiro todos toda todo uniao vale varzea vila vitoria vida volta travessa alameda
  rota trilha solar ele ela nos eles elas voce voces sua seu suas seus minha meu este esta esse essa quem cada
`)

/** Common surnames that are hardly ever a word or a place of their own. Folded. */
export const SURNAMES = wordSet(`
  abreu aguiar albuquerque alencar almeida alves amaral amorim andrade antunes aquino aragao araujo arruda assis assuncao
  azevedo bandeira barbosa barreto barros bastos batista bezerra bittencourt bonfim borges braga brandao brito bueno cabral
  caldas calixto camargo cardoso carneiro carvalho castro cavalcante cavalcanti cerqueira chagas chaves coelho cordeiro correa
  correia coutinho couto cunha damasceno dantas dias diniz domingues duarte dutra esteves evangelista farias feitosa fernandes
  fernandez ferraz ferreira figueiredo filho fonseca fontes fraga franco freire freitas furtado galvao garcia godoy goes
  gomes gomez goncalves gonzalez gouveia guedes guerra guimaraes gusmao henriques jesus jr junior lacerda leal leao leite
  lemos lima lins lira lobo lopes lopez loureiro macedo machado maciel magalhaes maia marinho marques martinez martins
  mascarenhas matos mattos medeiros meireles mello melo mendes mendonca menezes mesquita miranda monteiro moraes morais moreira
  mota motta moura muniz nascimento neto neves nobrega nogueira novaes novais nunes oliveira ortiz pacheco paes paiva parente
  passos paz pedrosa peixoto pereira perez pessoa pessanha pimenta pimentel pinheiro pinto pires pontes portela prado queiroz
  quirino rabelo ramalho ramos rangel rego reis resende rezende ribeiro rocha rodrigues rodriguez rosa saldanha sales salles
  sampaio sanchez santana santiago santos saraiva seabra silva silveira simoes siqueira soares sobrinho sousa souto souza
  tavares teixeira teles telles tenorio toledo trindade valadares vargas vasconcellos vasconcelos vaz veloso ventura viana
  vianna vidal viegas vieira vilela villela xavier
`)

/**
 * Words after which a person's name is the name of something else: "Rua Maria Quitéria", "Lei Maria da Penha". Folded.
 */
export const NAMED_AFTER = wordSet(`
  acude aerodromo aeroporto alameda assentamento auditorio av avenida bairro barragem biblioteca bolsa campus casa caso
  centro ciclo cidade clube colegio comenda comunidade complexo conjunto creche edificio edital eletrica empresa escola espaco
  estacao estadio estrada faculdade favela fazenda ferrovia fragata fundacao galeria ginasio grupo hidreletrica hospital
  hospitais igreja ilha instituto laboratorio lei livraria loja loteamento maternidade medalha memorial mercado municipio
  museu navio operacao palacio parque penitenciaria planta plataforma plenario politica ponte porto povoado praca praia premio presidio
  programa projeto quilombo refinaria reserva residencial rio rodovia rua sala santa santo sao serra sitio solar submarino
  teatro terminal territorio travessa trecho trofeu tunel ubs unidade universidade upa usina vale viaduto vila zona
`)

/** Words that only begin a sentence. Folded. */
export const OPENERS = wordSet(`
  o a os as em no na nos nas para por pelo pela com sem de do da dos das ao aos apos antes durante alem ja mas entre ate sobre
  sob segundo conforme como quando onde porque se que e ou um uma hoje ontem agora ainda tambem foi sao este esta esse essa
  desde contra pois assim depois enquanto embora so apenas nao sim diz disse participaram participou estiveram esteve
  presente presentes assista confira veja leia quem ele ela atualmente
`)
