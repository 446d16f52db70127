import type { Topic } from './topic.ts'

export const SCIENCE_TOPICS: readonly Topic[] = [
  {
    name: 'research-funding',
    theme: '06.05.01',
    agencies: ['mcti', 'cnpq', 'ibict'],
    subject: 'o investimento em ciência',
    audience: 'os pesquisadores',
    voice: ['pesquisador', 'pesquisadora'],
    tone: 'good',
    tags: ['ciência', 'fomento', 'FNDCT', 'pesquisa'],
    category: 'Fomento',
    figures: { money: [12, 680], labs: [14, 320], projects: [40, 1800] },
    angles: [
      {
        title: '{Agency} anuncia R$ {money} milhões para recuperar laboratórios',
        lead: 'Universidades e institutos terão R$ {money} milhões para recuperar {labs} laboratórios. O anúncio foi feito {today} {by_agency_full}, {in_city}.',
      },
      {
        title: 'Chamada seleciona {projects} projetos de pesquisa em todo o país',
        lead: 'Saiu {today} o resultado da chamada que vai apoiar {projects} projetos de pesquisa. O investimento, {of_agency_full} e da {@Finep}, é de R$ {money} milhões.',
      },
    ],
    subtitles: ['Recursos vêm do fundo nacional de ciência', 'Projetos foram avaliados por especialistas'],
    facts: [
      'O fundo nacional de ciência vem sendo usado integralmente, o que permitiu retomar bolsas e equipamentos.',
      'Cada projeto deve explicar como vai divulgar os resultados para quem não é da área.',
      'Pesquisadoras lideram {pct}% das propostas aprovadas, a maior fatia já registrada.',
    ],
  },
  {
    name: 'amazon-research',
    theme: '06.01',
    agencies: ['inpa', 'museugoeldi', 'mcti', 'cetene', 'insa', 'inma', 'inpp'],
    subject: 'a pesquisa sobre a biodiversidade',
    audience: 'os pesquisadores',
    voice: ['biólogo', 'bióloga'],
    tone: 'good',
    states: 'AC AM AP MA PA RO RR',
    tags: ['Amazônia', 'biodiversidade', 'pesquisa', 'bioeconomia'],
    category: 'Pesquisa',
    figures: { species: [2, 24], samples: [300, 18_000], seats: [20, 180] },
    angles: [
      {
        title: 'Pesquisa {of_agency} descreve {species} novas espécies',
        lead: 'Peixes, orquídeas e insetos estão entre as {species} espécies descritas por pesquisadores {of_agency_full}. O artigo foi publicado {today}.',
      },
      {
        title: '{Agency} abre {seats} vagas em mestrado e doutorado',
        lead: 'As inscrições para os cursos de mestrado e doutorado {of_agency_full} vão até {deadline}. São {seats} vagas, anunciadas {today}.',
      },
      {
        title: 'Pesquisa feita {in_city} transforma resíduo do açaí em placa para construção',
        lead: 'O caroço do açaí, que costuma ir para o lixo, virou placa para forros e paredes em estudo {of_agency_full}. O protótipo foi mostrado {today} {in_city}.',
      },
    ],
    subtitles: ['Instituto é referência no estudo da região', 'Trabalho tem apoio de comunidades locais'],
    facts: [
      'Foram analisadas {samples} amostras, guardadas em coleção aberta a cientistas de todo o mundo.',
      'Moradores guiaram as equipes e ensinaram nomes e usos das plantas, registrados com seu consentimento.',
      'A próxima etapa é testar o material em escala maior, com cooperativas da região.',
    ],
  },
  {
    name: 'artificial-intelligence',
    theme: '06.02.01',
    agencies: ['mcti', 'lncc', 'cti', 'gestao', 'governodigital'],
    policy: 'Plano Brasileiro de Inteligência Artificial',
    subject: 'o plano de inteligência artificial',
    audience: 'os servidores e pesquisadores',
    voice: ['programador', 'programadora'],
    tone: 'good',
    tags: ['inteligência artificial', 'PBIA', 'supercomputador', 'tecnologia'],
    category: 'Inteligência Artificial',
    figures: { money: [20, 980], people: [300, 48_000], speed: [3, 19] },
    angles: [
      {
        title: 'Supercomputador brasileiro fica {speed} vezes mais rápido',
        lead: 'A ampliação do supercomputador usado por pesquisadores de todo o país foi concluída {today}. Segundo {the_agency_full}, a máquina ficou {speed} vezes mais rápida.',
      },
      {
        title: 'Curso de inteligência artificial forma {people} servidores',
        lead: 'Chegou a {people} o número de servidores formados em inteligência artificial. O balanço do {@PBIA} foi apresentado {today} {by_agency_full}.',
      },
      {
        title: 'Projeto usa inteligência artificial para prever cheias {in_city}',
        lead: 'Um modelo de inteligência artificial consegue prever cheias {in_city} com {speed} dias de antecedência. O projeto {of_agency_full} foi apresentado {today}.',
      },
    ],
    subtitles: [
      'Modelo foi treinado com dados em português',
      'Investimento previsto é de R$ {money} milhões',
    ],
    facts: [
      'O {@PBIA} prevê infraestrutura, formação e uso responsável. Para este ano, são R$ {money} milhões.',
      'Toda decisão que afete direitos continua a ser tomada por pessoas, com direito a revisão.',
      'Os dados usados no treino são públicos, sem informações pessoais, como manda a {@LGPD}.',
    ],
  },
  {
    name: 'space',
    theme: '06.02.03',
    agencies: ['aeb', 'inpe', 'mcti'],
    subject: 'a missão espacial',
    audience: 'os usuários das imagens',
    voice: ['engenheiro', 'engenheira'],
    tone: 'good',
    tags: ['satélite', 'espaço', 'Inpe', 'Agência Espacial Brasileira'],
    category: 'Espaço',
    figures: { images: [900, 48_000], money: [4, 160], teams: [20, 480] },
    angles: [
      {
        title: 'Satélite brasileiro completa {images} imagens e ajuda a vigiar florestas',
        lead: 'O satélite de observação da Terra desenvolvido no país chegou a {images} imagens. A marca foi divulgada {today} {by_agency_full}.',
      },
      {
        title: 'Olimpíada de satélites reúne {teams} equipes de estudantes',
        lead: 'Estudantes de {teams} equipes lançaram {today} {in_city} pequenos satélites construídos na escola. A olimpíada é promovida {by_agency_full}.',
      },
      {
        title: 'Acordo de R$ {money} milhões prevê lançamento de foguete a partir de Alcântara',
        lead: 'Um acordo de R$ {money} milhões, assinado {today} {by_agency_full}, prevê o lançamento de foguete de pequeno porte a partir do centro de Alcântara, no Maranhão.',
      },
    ],
    subtitles: ['Imagens são gratuitas e abertas', 'Projeto estimula a indústria nacional'],
    facts: [
      'As imagens são gratuitas e usadas para acompanhar lavouras, rios e queimadas.',
      'O investimento é de R$ {money} milhões, e {share}% das peças foram feitas por empresas brasileiras.',
      'A próxima janela de lançamento começa em {next_year}.',
    ],
  },
  {
    name: 'astronomy',
    theme: '06.01',
    agencies: ['observatorio', 'lna', 'mast', 'cbpf'],
    subject: 'a observação do céu',
    audience: 'os curiosos',
    voice: ['astrônomo', 'astrônoma'],
    tone: 'good',
    tags: ['astronomia', 'eclipse', 'telescópio', 'divulgação científica'],
    category: 'Divulgação Científica',
    figures: { people: [200, 12_000], stars: [40, 3600], nights: [3, 22] },
    angles: [
      {
        title: 'Eclipse poderá ser visto {in_city}; veja como observar',
        lead: 'Um eclipse parcial poderá ser visto {in_city} em {start}. {The_agency_full} vai transmitir o fenômeno ao vivo, como explicou {today}.',
      },
      {
        title: 'Astrônomos {of_agency} identificam {stars} estrelas em aglomerado',
        lead: 'Um grupo {of_agency_full} identificou {stars} estrelas que se movem juntas. O estudo foi publicado {today}.',
      },
      {
        title: 'Noite de telescópios leva {people} pessoas a praça {of_city}',
        lead: 'Anéis de Saturno, luas de Júpiter, crateras da Lua: {people} pessoas passaram pela noite de telescópios realizada {in_city}. O evento, {of_agency_full}, teve palestras e oficinas.',
      },
    ],
    subtitles: ['Público pode acompanhar pela internet', 'Atividades são abertas a todas as idades'],
    facts: [
      'Nunca se deve olhar diretamente para o Sol. Óculos escuros e chapas de raio X não protegem os olhos.',
      'As observações levaram {nights} noites e usaram telescópio instalado em Minas Gerais.',
      'Escolas podem pedir visitas gratuitas pelo portal.',
    ],
  },
  {
    name: 'nuclear',
    theme: '06.02.03',
    agencies: ['cnen', 'cdtn', 'ien', 'ird', 'crcnne', 'lapoc'],
    subject: 'a aplicação da tecnologia nuclear',
    audience: 'os pacientes',
    voice: ['físico', 'física'],
    tone: 'good',
    tags: ['energia nuclear', 'radiofármacos', 'CNEN', 'medicina nuclear'],
    category: 'Tecnologia Nuclear',
    figures: { doses: [200, 38_000], people: [20, 400], tests: [40, 1800] },
    angles: [
      {
        title: '{Agency} produz {doses} doses de radiofármaco para hospitais',
        lead: 'A produção de radiofármacos {of_agency_full} chegou a {doses} doses no ano. O número, divulgado {today}, permite atender mais hospitais {of_state}.',
      },
      {
        title: 'Laboratório {of_agency} é certificado depois de {tests} ensaios',
        lead: 'O laboratório de medidas {of_agency_full} recebeu {today} certificação internacional depois de {tests} ensaios.',
      },
      {
        title: 'Exercício simula emergência radiológica {in_city}',
        lead: 'Cerca de {people} profissionais participaram {today} {in_city} de simulação de emergência radiológica. O treino foi coordenado {by_agency_full}.',
      },
    ],
    subtitles: [
      'Centro forma especialistas para todo o país',
      'Trabalho segue normas internacionais de segurança',
    ],
    facts: [
      'Os radiofármacos mostram tumores ainda pequenos e ajudam a escolher o tratamento.',
      'Todo o transporte é acompanhado, e o material perde a atividade em poucas horas.',
      'A formação de novos especialistas é feita com universidades, com bolsas para estudantes.',
    ],
  },
  {
    name: 'science-outreach',
    theme: '06.01.01',
    agencies: ['mcti', 'int', 'cetem', 'mast', 'cbpf', 'lncc', 'ibict'],
    subject: 'a divulgação da ciência',
    audience: 'os estudantes',
    voice: ['professor', 'professora'],
    tone: 'good',
    tags: ['divulgação científica', 'SNCT', 'olimpíadas científicas', 'educação'],
    category: 'Divulgação Científica',
    figures: { people: [400, 52_000], acts: [20, 900], medals: [60, 8100] },
    angles: [
      {
        title: '{@Semana Nacional de Ciência e Tecnologia} tem {acts} atividades {in_state}',
        lead: 'Oficinas, mostras e visitas a laboratórios fazem parte da {@Semana Nacional de Ciência e Tecnologia} {in_state}. São {acts} atividades, divulgadas {today} {by_agency_full}.',
      },
      {
        title: '{@Obmep} premia {medals} estudantes de escolas públicas',
        lead: 'A {@Obmep} vai entregar {medals} medalhas a estudantes de escolas públicas. A lista foi publicada {today}, com apoio {of_agency_full}.',
      },
      {
        title: 'Feira de ciências {in_city} atrai {people} visitantes',
        lead: 'Robôs, hortas e foguetes de garrafa atraíram {people} visitantes à feira de ciências {of_city}. O evento teve apoio {of_agency_full}.',
      },
    ],
    subtitles: ['Programação é gratuita e aberta ao público', 'Estudantes da rede pública são maioria'],
    facts: [
      'A programação é gratuita. Escolas podem levar turmas inteiras, com transporte oferecido pelo município.',
      'Meninas são {pct}% dos premiados, proporção que cresce a cada edição.',
      'Os vencedores ganham bolsa de iniciação científica e podem participar de acampamento em {next_year}.',
    ],
  },
]
