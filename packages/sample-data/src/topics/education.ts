import type { Topic } from './topic.ts'

export const EDUCATION_TOPICS: readonly Topic[] = [
  {
    name: 'pe-de-meia',
    theme: '02.04.03',
    agencies: ['mec', 'secom', 'planalto'],
    policy: 'Pé-de-Meia',
    laws: ['Lei do Pé-de-Meia'],
    subject: 'o programa Pé-de-Meia',
    audience: 'os estudantes do ensino médio público',
    voice: ['estudante', 'estudante'],
    tone: 'good',
    tags: ['Pé-de-Meia', 'ensino médio', 'permanência escolar', 'juventude'],
    category: 'Educação Básica',
    figures: { students: [38_000, 960_000], money: [22, 480], keep: [3, 21] },
    angles: [
      {
        title: '{@Pé-de-Meia}: {students} estudantes {of_state} recebem parcela de {month}',
        lead: 'Começa {today} o pagamento da parcela de {month} do {@Pé-de-Meia}. {In_state}, {students} estudantes vão receber o incentivo por terem mantido a frequência escolar, informou {the_agency_full}.',
      },
      {
        title: '{@Pé-de-Meia} reduz abandono escolar em {keep}% {in_state}',
        lead: 'O abandono no ensino médio público {of_state} caiu {keep}% depois da chegada do {@Pé-de-Meia}. O dado consta de estudo apresentado {today} {by_agency_full}.',
      },
      {
        title: 'Estudantes têm até {deadline} para corrigir dados do {@Pé-de-Meia}',
        lead: 'Redes de ensino e estudantes têm até {deadline} para corrigir informações e garantir a parcela do {@Pé-de-Meia}. O prazo foi aberto {today} {by_agency_full}.',
      },
    ],
    subtitles: [
      'Depósitos somam R$ {money} milhões e seguem o mês de nascimento',
      'Para receber, é preciso ter ao menos 80% de frequência',
    ],
    facts: [
      'Os depósitos deste mês somam R$ {money} milhões e são feitos conforme o mês de nascimento, em conta aberta pela {@Caixa} em nome do estudante.',
      'O valor anual pode ser sacado em parcelas. Já o depósito pela conclusão de cada série fica guardado e só é liberado com o diploma do ensino médio.',
      'Quem participa do {@Enem} no último ano ganha uma parcela extra. A escola é que informa a matrícula e a frequência: o estudante não precisa se inscrever.',
      'Podem receber estudantes de 14 a 24 anos cujas famílias estejam no {@CadÚnico}. A consulta à situação de cada um é feita por aplicativo.',
    ],
  },
  {
    name: 'enem',
    theme: '02.04.01',
    agencies: ['inep', 'mec'],
    laws: ['Lei de Diretrizes e Bases da Educação Nacional'],
    subject: 'o exame deste ano',
    audience: 'os participantes',
    voice: ['estudante', 'estudante'],
    tone: 'plain',
    tags: ['Enem', 'Inep', 'vestibular', 'educação superior'],
    category: 'Enem',
    figures: { people: [48_000, 620_000], spots: [180, 1900], rise: [2, 19] },
    angles: [
      {
        title: '{@Enem}: prazo para pedir isenção da taxa vai até {deadline}',
        lead: 'Estudantes que não podem pagar a inscrição do {@Enem} têm até {deadline} para pedir isenção. O pedido é feito na página do participante, aberta {today} {by_agency_full}.',
      },
      {
        title: '{State} tem {people} inscritos no {@Enem} {year}',
        lead: 'O {@Enem} {year} terá {people} participantes {in_state}, {rise}% a mais do que na edição passada. O balanço das inscrições foi divulgado {today} {by_agency_full}.',
      },
      {
        title: '{Agency} divulga locais de prova do {@Enem} para {people} inscritos',
        lead: 'Já é possível saber onde será a prova do {@Enem}. {The_agency_full} liberou {today} o cartão de confirmação, que traz endereço, sala e atendimentos especializados de cada um dos {people} inscritos {in_state}.',
      },
    ],
    subtitles: [
      'Provas serão aplicadas em {spots} municípios',
      'Resultado vale para {@Sisu}, {@Prouni} e {@Fies}',
    ],
    facts: [
      'A nota pode ser usada no {@Sisu}, no {@Prouni} e no {@Fies}, além de seleções de universidades portuguesas que têm convênio com o instituto.',
      'As provas são aplicadas em dois domingos. No primeiro, os participantes fazem a redação e as questões de linguagens e de ciências humanas; no segundo, as de matemática e de ciências da natureza.',
      'Quem precisa de sala acessível, prova em braile ou tradutor de Libras deve fazer o pedido no mesmo sistema da inscrição.',
      '{In_city}, cursinhos populares oferecem {spots} vagas gratuitas de revisão até a véspera da prova.',
    ],
  },
  {
    name: 'literacy',
    theme: '02.01.02',
    agencies: ['mec', 'inep', 'fnde', 'fundaj'],
    policy: 'Compromisso Nacional Criança Alfabetizada',
    subject: 'o esforço pela alfabetização na idade certa',
    audience: 'as crianças dos anos iniciais',
    voice: ['professor', 'professora'],
    tone: 'good',
    tags: ['alfabetização', 'Criança Alfabetizada', 'ensino fundamental', 'municípios'],
    category: 'Educação Básica',
    figures: { teachers: [300, 24_000], books: [40_000, 900_000], rate: [54, 86] },
    angles: [
      {
        title: '{State} alfabetiza {rate}% das crianças e supera a meta',
        lead: 'Na rede pública {of_state}, {rate}% das crianças terminaram o segundo ano lendo e escrevendo. O resultado, divulgado {today} {by_agency_full}, supera a meta do ano.',
        by: ['mec', 'inep'],
      },
      {
        title: 'Formação reúne {teachers} professores alfabetizadores {in_city}',
        lead: '{In_city}, {teachers} professores alfabetizadores começaram {today} uma formação de um semestre oferecida {by_agency}. O curso trata de leitura, escrita e avaliação em sala de aula.',
      },
      {
        title: 'Escolas recebem {books} livros para cantinhos de leitura',
        lead: '{The_agency_full} começou {today} a entrega de {books} livros a escolas que atendem crianças dos anos iniciais. {City} está entre as primeiras cidades da lista.',
        by: ['mec', 'fnde'],
      },
    ],
    subtitles: [
      'Municípios recebem apoio técnico e material didático',
      'Meta é que toda criança leia ao fim do segundo ano',
    ],
    facts: [
      'O compromisso une União, estados e municípios em torno de uma meta: toda criança lendo e escrevendo até o fim do segundo ano do ensino fundamental.',
      'Cada rede tem um articulador, que acompanha a formação dos professores e o uso do material. {In_state}, {share}% dos municípios já aderiram.',
      'Cantinhos de leitura foram montados dentro das salas, com livros escolhidos pelas próprias escolas. São {books} exemplares neste ano.',
    ],
  },
  {
    name: 'university-access',
    theme: '02.02',
    agencies: ['mec'],
    policy: 'Prouni',
    laws: ['Lei do Prouni', 'Lei de Cotas'],
    subject: 'o processo seletivo',
    audience: 'os candidatos',
    voice: ['estudante', 'estudante'],
    tone: 'good',
    tags: ['Prouni', 'Sisu', 'Fies', 'bolsas de estudo', 'universidade'],
    category: 'Educação Superior',
    figures: { grants: [40_000, 310_000], local: [600, 18_000], courses: [90, 900] },
    angles: [
      {
        title: '{@Prouni} oferece {grants} bolsas; inscrições vão até {deadline}',
        lead: 'Estão abertas até {deadline} as inscrições para {grants} bolsas do {@Prouni}. {In_state}, são {local} oportunidades em {courses} cursos, informou {today} {the_agency_full}.',
      },
      {
        title: '{@Sisu}: lista de espera convoca {local} estudantes {in_state}',
        lead: 'A lista de espera do {@Sisu} convocou {local} estudantes {in_state}. Quem foi chamado deve procurar a universidade até {deadline}, orienta {the_agency_full}.',
      },
      {
        title: '{@Fies} abre {grants} vagas e amplia reserva para baixa renda',
        lead: '{The_agency_full} publicou {today} o edital do {@Fies} com {grants} vagas. Metade delas é reservada a estudantes do {@CadÚnico} com renda de até meio salário mínimo por pessoa.',
      },
    ],
    subtitles: [
      'Nota do {@Enem} é critério de classificação',
      'Cotas valem para estudantes da rede pública, pessoas negras, indígenas e com deficiência',
    ],
    facts: [
      'A classificação usa a nota do {@Enem}. É preciso ter feito ao menos 450 pontos de média e não ter zerado a redação.',
      'A {@Lei de Cotas} reserva metade das vagas das instituições federais a quem estudou em escola pública, com recortes de renda e de cor ou raça.',
      'As inscrições são gratuitas e feitas só pela internet, com a conta {@GOV.BR}. O resultado sai em {start}.',
    ],
  },
  {
    name: 'research-grants',
    theme: '02.02.01',
    agencies: ['capes', 'cnpq', 'funag', 'ibict'],
    subject: 'o edital de bolsas',
    audience: 'os pesquisadores',
    voice: ['doutorando', 'doutoranda'],
    tone: 'good',
    tags: ['bolsas', 'pós-graduação', 'pesquisa', 'mobilidade internacional'],
    category: 'Editais',
    figures: { grants: [40, 3200], money: [4, 190], countries: [3, 24] },
    angles: [
      {
        title: '{Agency} abre edital com {grants} bolsas de doutorado e pós-doutorado',
        lead: '{The_agency_full} recebe até {deadline} propostas para {grants} bolsas de doutorado e pós-doutorado. O edital foi publicado {today} e prevê R$ {money} milhões em quatro anos.',
      },
      {
        title: 'Parceria leva {grants} pesquisadores brasileiros a {countries} países',
        lead: 'Um acordo firmado {today} {by_agency_full} vai permitir que {grants} pesquisadores façam parte dos estudos em {countries} países. A seleção começa em {start}.',
      },
      {
        title: 'Programa {of_agency} apoia {grants} mães que fazem pesquisa',
        lead: 'Pesquisadoras que tiveram filhos nos últimos anos vão contar com {grants} bolsas de apoio ao retorno. O programa foi lançado {today} {by_agency_full}, {in_city}.',
      },
    ],
    subtitles: ['Propostas devem ser enviadas pela internet', 'Investimento é de R$ {money} milhões'],
    facts: [
      'As propostas são avaliadas por especialistas de cada área. Contam o mérito do projeto, a formação da equipe e o impacto para a região.',
      'Instituições do Norte, do Nordeste e do Centro-Oeste ficam com ao menos {pct}% dos recursos, regra que busca reduzir as diferenças regionais na ciência.',
      'O resultado preliminar está previsto para {start}. Cabe recurso em até dez dias.',
    ],
  },
  {
    name: 'school-meals',
    theme: '02.01.03',
    agencies: ['fnde', 'mec'],
    policy: 'PNAE',
    laws: ['Lei da Alimentação Escolar'],
    subject: 'o repasse da alimentação escolar',
    audience: 'os alunos da rede pública',
    voice: ['merendeiro', 'merendeira'],
    tone: 'good',
    tags: ['alimentação escolar', 'PNAE', 'agricultura familiar', 'FNDE'],
    category: 'Alimentação Escolar',
    figures: { money: [12, 520], schools: [400, 9800], meals: [90_000, 2_600_000] },
    angles: [
      {
        title: '{Agency} repassa R$ {money} milhões para a merenda {in_state}',
        lead: '{The_agency_full} transferiu {today} R$ {money} milhões para a alimentação escolar {in_state}. O dinheiro chega a {schools} escolas e deve ser usado até o fim do ano letivo.',
      },
      {
        title: 'Merenda {in_city} ganha peixe, mel e frutas da agricultura familiar',
        lead: 'Cardápios das escolas {of_city} passam a ter peixe, mel e frutas comprados de produtores da região. A mudança foi apresentada {today} em encontro {of_agency_full} com nutricionistas.',
      },
    ],
    subtitles: [
      'São {meals} refeições por dia',
      'Parte da compra vem obrigatoriamente da agricultura familiar',
    ],
    facts: [
      'São {meals} refeições por dia no estado. Os cardápios seguem a orientação de nutricionistas e limitam o uso de ultraprocessados.',
      'A lei manda que parte do dinheiro seja gasta com produtos da agricultura familiar. {In_state}, a fatia chegou a {pct}% em {last_year}.',
      'Conselhos formados por pais, professores e alunos fiscalizam o uso dos recursos e a qualidade da comida.',
    ],
  },
  {
    name: 'special-education',
    theme: '02.04.04',
    agencies: ['ines', 'ibc', 'mec'],
    laws: ['Lei Brasileira de Inclusão da Pessoa com Deficiência'],
    subject: 'a política de educação inclusiva',
    audience: 'os estudantes com deficiência',
    voice: ['professor', 'professora'],
    tone: 'good',
    tags: ['inclusão', 'educação especial', 'acessibilidade', 'Libras'],
    category: 'Educação Especial',
    figures: { seats: [40, 1800], rooms: [20, 640], hours: [40, 180] },
    angles: [
      {
        title: '{Agency} abre {seats} vagas em curso sobre educação inclusiva',
        lead: 'Professores da rede pública podem se inscrever até {deadline} em curso gratuito {of_agency_full} sobre educação inclusiva. São {seats} vagas e {hours} horas de aulas a distância.',
      },
      {
        title: 'Escolas {of_state} ganham {rooms} salas de recursos multifuncionais',
        lead: 'Computadores adaptados, lupas e materiais táteis equipam {rooms} novas salas de recursos em escolas {of_state}. A entrega foi anunciada {today} {by_agency_full}.',
      },
    ],
    subtitles: [
      'Iniciativa atende a rede pública de todas as regiões',
      'Material está disponível em formatos acessíveis',
    ],
    facts: [
      'Todo o material tem versão em Libras, em braile e em áudio. As aulas podem ser vistas depois, no ritmo de cada um.',
      'O número de estudantes com deficiência em classes comuns cresceu {pct}% em três anos {in_state}.',
      'O direito à escola comum está na lei, e nenhuma instituição pode cobrar a mais nem recusar matrícula por causa da deficiência.',
    ],
  },
]
