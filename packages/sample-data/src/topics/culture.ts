import type { Topic } from './topic.ts'

export const CULTURE_TOPICS: readonly Topic[] = [
  {
    name: 'culture-funding',
    theme: '08.03.02',
    agencies: ['cultura', 'funarte', 'culturaviva'],
    policy: 'Política Nacional Aldir Blanc',
    laws: ['Lei Aldir Blanc de Fomento à Cultura', 'Lei Rouanet'],
    subject: 'o fomento à cultura',
    audience: 'os artistas e fazedores de cultura',
    voice: ['mestre de capoeira', 'bailarina'],
    tone: 'good',
    tags: ['cultura', 'edital', 'Aldir Blanc', 'Lei Rouanet', 'artes'],
    category: 'Editais',
    figures: { money: [3, 240], projects: [60, 4200], groups: [20, 900] },
    angles: [
      {
        title: '{Agency} lança edital de R$ {money} milhões para circo, dança e teatro',
        lead: 'Artistas de circo, dança, música e teatro podem se inscrever até {deadline} em edital de R$ {money} milhões. A seleção foi lançada {today} {by_agency_full}.',
      },
      {
        title: '{@Política Nacional Aldir Blanc} repassa R$ {money} milhões {to_state}',
        lead: 'O repasse de R$ {money} milhões da {@Política Nacional Aldir Blanc} {to_state} foi concluído {today}. Segundo {the_agency_full}, o valor chega a todos os municípios que enviaram plano.',
      },
      {
        title: 'Pontos de cultura {of_state} se encontram {in_city}',
        lead: 'Representantes de {groups} pontos de cultura se reuniram {today} {in_city}. O encontro tem o apoio {of_agency_full} e discute a rede {of_state}.',
      },
    ],
    subtitles: [
      'Inscrições são gratuitas e feitas pela internet',
      'Há reserva de vagas para pessoas negras, indígenas e com deficiência',
    ],
    facts: [
      'Serão escolhidos {projects} projetos, com reserva de vagas para pessoas negras, indígenas e com deficiência e bônus para cidades pequenas.',
      'A proposta pode ser enviada por texto ou por vídeo, e há plantão para tirar dúvidas de quem se inscreve pela primeira vez.',
      'A economia da cultura responde por cerca de 3% do PIB e emprega mais de 7 milhões de pessoas.',
    ],
  },
  {
    name: 'heritage',
    theme: '08.02.01',
    agencies: ['iphan', 'cultura', 'casaruibarbosa'],
    subject: 'a proteção do patrimônio cultural',
    audience: 'os moradores do centro histórico',
    voice: ['restaurador', 'restauradora'],
    tone: 'good',
    tags: ['patrimônio cultural', 'Iphan', 'tombamento', 'restauração'],
    category: 'Patrimônio',
    figures: { money: [2, 48], pieces: [40, 3200] },
    angles: [
      {
        title: 'Casarão histórico {of_city} é reaberto depois de restauro',
        lead: 'Depois de três anos fechado, um casarão histórico {of_city} reabriu as portas {today}. O restauro, feito {by_agency_full}, custou R$ {money} milhões.',
      },
      {
        title: 'Festa popular {of_city} é reconhecida como patrimônio do Brasil',
        lead: 'Uma festa popular {of_city} passou a fazer parte do patrimônio cultural do país. O registro foi aprovado {today} em reunião do conselho {of_agency_full}.',
      },
      {
        title: 'Escavação {in_city} revela {pieces} peças arqueológicas',
        lead: 'Arqueólogos encontraram {pieces} peças em escavação {in_city}. O achado, divulgado {today} {by_agency_full}, inclui cerâmicas e ferramentas de pedra.',
      },
    ],
    subtitles: ['Patrimônio cultural é tema de ações em todo o país', 'Comunidade participou do trabalho'],
    facts: [
      'A obra recuperou telhado, forros e pinturas, e o espaço ganhou rampa, elevador e sistema contra incêndio.',
      'O registro não congela a tradição: ele prevê um plano de salvaguarda feito com quem a mantém viva.',
      'Moradores de centros históricos podem pedir orientação gratuita antes de fazer reformas.',
    ],
  },
  {
    name: 'museums',
    theme: '08.01.02',
    agencies: ['museus', 'mast', 'museudoindio', 'museugoeldi', 'fundaj', 'palmares'],
    subject: 'a exposição',
    audience: 'os visitantes',
    voice: ['educador', 'educadora'],
    tone: 'good',
    tags: ['museus', 'exposição', 'memória', 'visitação'],
    category: 'Exposições',
    figures: { pieces: [30, 480], people: [3000, 86_000], tours: [2, 9] },
    angles: [
      {
        title: 'Exposição reúne {pieces} peças e conta histórias {of_city}',
        lead: 'Abre {today} {in_city} uma exposição com {pieces} peças que contam o cotidiano da cidade. A curadoria é {of_agency_full}, e a entrada é gratuita.',
      },
      {
        title: '{@Semana Nacional de Museus} tem {tours} roteiros {in_city}',
        lead: 'Oficinas, visitas guiadas e rodas de conversa formam a programação da {@Semana Nacional de Museus} {in_city}. São {tours} roteiros, divulgados {today} {by_agency_full}.',
      },
      {
        title: 'Acervo digital {of_agency} chega a {people} itens',
        lead: 'Fotografias, cartas e objetos podem ser vistos de casa: o acervo digital {of_agency_full} chegou {today} a {people} itens.',
      },
    ],
    subtitles: ['Entrada é gratuita', 'Público pode participar até {deadline}'],
    facts: [
      'A mostra fica em cartaz até {deadline}, de terça a domingo, das 10h às 17h. Escolas podem marcar visitas com mediação.',
      'Há audiodescrição, maquetes táteis e legendas em letras grandes.',
      'Parte das peças estava guardada havia décadas e passou por limpeza e restauro antes de ser mostrada.',
    ],
  },
  {
    name: 'archives-books',
    theme: '08.02.05',
    agencies: ['arquivonacional', 'bn', 'conarq', 'memoriasreveladas', 'casaruibarbosa'],
    laws: ['Lei de Acesso à Informação'],
    subject: 'a preservação de acervos',
    audience: 'os pesquisadores',
    voice: ['historiador', 'historiadora'],
    tone: 'good',
    tags: ['arquivos', 'memória', 'biblioteca', 'documentos históricos'],
    category: 'Acervos',
    figures: { docs: [2000, 190_000], works: [8, 90], seats: [40, 600] },
    angles: [
      {
        title: '{Agency} põe {docs} documentos históricos na internet',
        lead: '{The_agency_full} abriu {today} a consulta, pela internet, a {docs} documentos. São mapas, registros de imigrantes e processos dos séculos 19 e 20.',
      },
      {
        title: '{Agency} premia {works} obras em concurso literário',
        lead: 'Romances, contos, poesia e livros infantis estão entre as {works} obras premiadas {by_agency_full}. A lista saiu {today}.',
        by: ['bn', 'casaruibarbosa'],
      },
      {
        title: 'Seminário {of_agency} discute memória e direitos {in_city}',
        lead: 'Pesquisadores e arquivistas discutem {today} {in_city} o acesso a documentos de interesse público. O seminário é {of_agency_full} e tem {seats} vagas.',
      },
    ],
    subtitles: ['Iniciativa valoriza a memória do país', 'Projeto teve apoio de universidades'],
    facts: [
      'O trabalho levou dois anos e contou com universidades. Os originais, muitos deles frágeis, deixam de ser manuseados.',
      'A consulta é gratuita. Quem reconhecer pessoas e lugares em fotografias pode enviar informações.',
      'Documentos sobre violações de direitos humanos não podem ter o acesso negado, lembra a {@Lei de Acesso à Informação}.',
    ],
  },
  {
    name: 'cinema',
    theme: '08.03.04',
    agencies: ['ancine', 'ctav', 'cultura'],
    subject: 'o investimento no audiovisual',
    audience: 'as produtoras',
    voice: ['cineasta', 'cineasta'],
    tone: 'good',
    tags: ['cinema', 'audiovisual', 'Ancine', 'Fundo Setorial do Audiovisual'],
    category: 'Audiovisual',
    figures: { money: [6, 160], films: [20, 190], rooms: [8, 240], people: [300_000, 9_000_000] },
    angles: [
      {
        title: 'Fundo do Audiovisual seleciona {films} filmes e séries',
        lead: 'Foram selecionados {films} projetos de filmes e séries, que vão receber R$ {money} milhões. O resultado saiu {today}, divulgado {by_agency_full}.',
      },
      {
        title: 'Filmes brasileiros levam {people} pessoas ao cinema',
        lead: 'O público dos filmes brasileiros chegou a {people} espectadores no ano, informou {today} {the_agency_full}.',
      },
      {
        title: 'Cinema de rua {of_city} reabre com sessão gratuita',
        lead: 'Um cinema de rua {of_city} volta a funcionar {today}, com sessão gratuita. A reforma teve crédito de linha administrada {by_agency_full}.',
      },
    ],
    subtitles: [
      'Setor audiovisual cresce em todas as regiões',
      'Cota de tela garante espaço a obras nacionais',
    ],
    facts: [
      'Norte, Nordeste e Centro-Oeste ficaram com {pct}% dos recursos, e diretoras estreantes tiveram linha própria.',
      'O número de salas passou a {rooms} no interior do país.',
      'A cota de tela obriga os cinemas a exibir uma quantidade mínima de sessões de filmes nacionais.',
    ],
  },
  {
    name: 'sport',
    theme: '09.03.03',
    agencies: ['esporte', 'abcd'],
    policy: 'Bolsa Atleta',
    laws: ['Lei do Bolsa Atleta', 'Lei Geral do Esporte'],
    subject: 'o apoio ao esporte',
    audience: 'os atletas',
    voice: ['judoca', 'nadadora'],
    tone: 'good',
    tags: ['esporte', 'Bolsa Atleta', 'paradesporto', 'alto rendimento'],
    category: 'Esporte',
    figures: { people: [300, 9800], medals: [6, 84] },
    angles: [
      {
        title: '{@Bolsa Atleta} contempla {people} esportistas em nova lista',
        lead: 'A nova lista do {@Bolsa Atleta} tem {people} contemplados, recorde desde a criação do programa. A relação foi publicada {today} {by_agency_full}.',
      },
      {
        title: 'Delegação apoiada pelo {@Bolsa Atleta} volta com {medals} medalhas',
        lead: 'A delegação brasileira encerrou {today} sua participação no torneio continental com {medals} medalhas. Nove em cada dez atletas recebem o {@Bolsa Atleta}, segundo {the_agency_full}.',
      },
      {
        title: 'Núcleo de esporte {in_city} abre {people} vagas para crianças',
        lead: 'Crianças e adolescentes {of_city} podem se inscrever até {deadline} em um núcleo de esporte gratuito. São {people} vagas, anunciou {today} {the_agency_full}.',
      },
    ],
    subtitles: [
      'Benefício é pago diretamente ao atleta',
      'Inclusão de gestantes e puérperas está garantida por lei',
    ],
    facts: [
      'O benefício é pago diretamente ao atleta, por um ano, e vai de R$ 410 a mais de R$ 16 mil por mês, conforme a categoria.',
      'Atletas gestantes ou que acabaram de ter filhos mantêm o benefício.',
      'Palestras sobre controle de dopagem fazem parte da formação, e {share}% dos testes são feitos fora de competições.',
    ],
  },
  {
    name: 'tourism',
    theme: '16.01.03',
    agencies: ['turismo'],
    subject: 'o turismo no Brasil',
    audience: 'os viajantes',
    voice: ['dono de pousada', 'dona de pousada'],
    tone: 'good',
    tags: ['turismo', 'viagem', 'destinos', 'turistas internacionais'],
    category: 'Turismo',
    figures: { people: [240_000, 1_400_000], guides: [90, 2600], spots: [12, 140] },
    angles: [
      {
        title: 'Brasil recebe {people} turistas estrangeiros em {last_month}',
        lead: 'O país recebeu {people} visitantes estrangeiros em {last_month}, melhor resultado para o mês. Os números são {of_agency_full} e foram divulgados {today}.',
      },
      {
        title: '{City} entra na lista de destinos do turismo de natureza',
        lead: 'Cachoeiras, trilhas e comida da roça levaram {city} à lista de destinos de natureza apresentada {today} {by_agency_full}.',
      },
      {
        title: 'Curso gratuito forma {guides} profissionais do turismo {in_state}',
        lead: 'Garçons, recepcionistas e guias {of_state} podem se inscrever até {deadline} em curso gratuito. São {guides} vagas, informou {today} {the_agency_full}.',
      },
    ],
    subtitles: [
      'Gastos de estrangeiros injetam bilhões na economia',
      'Roteiros valorizam comunidades locais',
    ],
    facts: [
      'Argentina, Chile, Estados Unidos e Portugal foram os países que mais enviaram visitantes.',
      'O mapa do turismo reúne municípios que têm conselho, orçamento e plano. {In_state}, são {spots}.',
      'Pousadas e agências precisam ter o cadastro em dia para pedir crédito e participar de feiras.',
      'A ocupação dos hotéis {of_city_name} cresceu {pct}% na última temporada.',
    ],
  },
]
