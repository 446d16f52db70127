import type { Topic } from '../topic.ts'

export const HEALTH_TOPICS: readonly Topic[] = [
  {
    name: 'flu-vaccination',
    theme: '03.02.01',
    agencies: ['saude'],
    policy: 'Programa Nacional de Imunizações',
    laws: ['Lei Orgânica da Saúde'],
    subject: 'a campanha de vacinação contra a gripe',
    audience: 'as pessoas dos grupos prioritários',
    voice: ['aposentado', 'aposentada'],
    tone: 'good',
    tags: ['vacinação', 'gripe', 'SUS', 'imunização', 'Zé Gotinha'],
    category: 'Vacinação',
    figures: { doses: [120_000, 2_900_000], posts: [140, 4800], goal: [80, 95] },
    angles: [
      {
        title: '{State} recebe mais {doses} doses da vacina contra a gripe',
        lead: '{The_agency_full} enviou {today} mais {doses} doses da vacina contra a influenza {to_state}. A remessa reforça os estoques dos municípios e permite que {subject} siga sem interrupção nas próximas semanas.',
      },
      {
        title: 'Campanha de vacinação contra a gripe começa em {posts} postos {in_state}',
        lead: 'Crianças de seis meses a menores de seis anos, gestantes e pessoas com 60 anos ou mais já podem procurar um dos {posts} postos {of_state} para se vacinar contra a gripe. {Subject} vai até {deadline}.',
      },
      {
        title: 'Dia D mobiliza {in_city} para a vacinação contra a gripe',
        lead: 'Postos de saúde {of_city} abrem as portas {today} para o {@Dia D de Vacinação}. A expectativa {of_agency} é aplicar {doses} doses no estado até o fim da mobilização.',
      },
    ],
    subtitles: [
      'Meta é alcançar {goal}% dos grupos prioritários até o fim da campanha',
      'Doses já estão disponíveis em toda a rede do {@SUS}',
    ],
    facts: [
      'A vacina deste ano protege contra três tipos do vírus influenza e pode ser aplicada no mesmo dia que as demais do calendário. Basta levar um documento e, se houver, a caderneta de vacinação.',
      'A meta é vacinar {goal}% das gestantes, das crianças e das pessoas idosas. Até agora, a cobertura {in_state} está em {pct}%, e a orientação é que quem ainda não se vacinou não espere os últimos dias.',
      'Equipes volantes percorrem comunidades rurais, aldeias e abrigos para vacinar quem tem dificuldade de chegar aos postos. {In_city}, o atendimento em casa é feito para pessoas acamadas.',
      'A gripe pode evoluir para quadros graves, sobretudo entre pessoas idosas e com doenças crônicas. A vacina reduz internações e mortes, e seu efeito começa cerca de duas semanas depois da aplicação.',
    ],
  },
  {
    name: 'dengue',
    theme: '03.02.02',
    agencies: ['saude', 'iec'],
    laws: ['Lei Orgânica da Saúde'],
    subject: 'o plano de enfrentamento da dengue',
    audience: 'as famílias',
    voice: ['agente de saúde', 'agente de saúde'],
    tone: 'bad',
    tags: ['dengue', 'Aedes aegypti', 'vigilância em saúde', 'SUS'],
    category: 'Vigilância em Saúde',
    figures: { cases: [900, 48_000], agents: [60, 900], drop: [12, 64] },
    angles: [
      {
        title: 'Casos de dengue caem {drop}% {in_state}, mas alerta continua',
        lead: 'O número de casos prováveis de dengue {in_state} caiu {drop}% em comparação com o mesmo período do ano passado, segundo balanço divulgado {today} {by_agency_full}. Foram {cases} registros desde janeiro.',
      },
      {
        title: '{State} decreta emergência com {cases} casos de dengue e recebe apoio',
        lead: 'Com {cases} casos prováveis desde o começo do ano, {the_state} passa a contar com {agents} agentes a mais no combate ao mosquito. O reforço foi anunciado {today} {by_agency_full}.',
      },
      {
        title: 'Ovitrampas chegam a {city} para antecipar surtos de dengue',
        lead: 'Armadilhas que contam os ovos do mosquito da dengue começaram a ser instaladas {today} {in_city}. A técnica, adotada {by_agency}, mostra onde o Aedes aegypti se concentra antes que os casos apareçam.',
      },
    ],
    subtitles: [
      'Maioria dos focos do mosquito está dentro das casas',
      'Sala de situação acompanha a doença em {cities} municípios',
    ],
    facts: [
      'Três em cada quatro focos do mosquito estão dentro das casas: vasos de planta, calhas, caixas-d’água destampadas. Dez minutos por semana bastam para eliminar a água parada.',
      'Febre alta, dor atrás dos olhos e manchas na pele são os sintomas mais comuns. Em caso de dor forte na barriga ou de sangramento, a orientação é procurar imediatamente um serviço de saúde.',
      'A vacina contra a dengue é aplicada em duas doses, com intervalo de três meses, em adolescentes de 10 a 14 anos que moram em municípios selecionados.',
      '{In_city}, {agents} agentes visitam imóveis nesta semana. Onde não há ninguém em casa, a equipe volta no sábado.',
    ],
  },
  {
    name: 'mais-medicos',
    theme: '03.01.02',
    agencies: ['saude'],
    policy: 'Mais Médicos',
    laws: ['Lei do Mais Médicos'],
    subject: 'o programa Mais Médicos',
    audience: 'os moradores das áreas mais afastadas',
    voice: ['agricultor', 'agricultora'],
    tone: 'good',
    tags: ['Mais Médicos', 'atenção primária', 'SUS', 'saúde da família'],
    category: 'Atenção Primária',
    figures: { doctors: [12, 320], places: [300, 3200], candidates: [9000, 46_000] },
    angles: [
      {
        title: '{@Mais Médicos} abre {places} vagas em edital com cotas',
        lead: 'Estão abertas até {deadline} as inscrições para {places} vagas do {@Mais Médicos}. O edital, publicado {today} {by_agency_full}, reserva parte das vagas a pessoas negras, indígenas, quilombolas e com deficiência.',
      },
      {
        title: '{State} recebe {doctors} novos profissionais do {@Mais Médicos}',
        lead: 'Um grupo de {doctors} novos profissionais do {@Mais Médicos} começa a atender {in_state} a partir de {start}. Eles vão reforçar as equipes de saúde da família em lugares onde faltavam médicos.',
      },
      {
        title: 'Distritos indígenas ganham {doctors} médicos com novo ciclo do {@Mais Médicos}',
        lead: '{The_agency_full} confirmou {today} a chegada de {doctors} médicos a distritos sanitários especiais indígenas, um deles com sede {in_city}. O grupo passou por formação em saúde intercultural.',
      },
    ],
    subtitles: [
      'Profissionais vão atuar em {cities} municípios de todas as regiões',
      'Seleção teve {candidates} inscritos, recorde do programa',
    ],
    facts: [
      'A seleção recebeu {candidates} inscrições. Médicas e médicos com registro no país têm prioridade; as vagas que sobram vão para brasileiros formados no exterior.',
      'Cada profissional fica ligado a uma equipe da {@Saúde da Família}, que acompanha cerca de 3 mil pessoas no mesmo território. A permanência pode chegar a quatro anos.',
      'Quem atua no programa faz especialização em medicina de família e comunidade e recebe incentivo para continuar em áreas de difícil acesso.',
      '{In_city}, duas unidades que atendiam só três dias por semana passam a funcionar de segunda a sexta-feira.',
    ],
  },
  {
    name: 'popular-pharmacy',
    theme: '03.04.01',
    agencies: ['saude'],
    policy: 'Farmácia Popular',
    subject: 'o programa Farmácia Popular',
    audience: 'os pacientes',
    voice: ['diarista', 'diarista'],
    tone: 'good',
    tags: ['Farmácia Popular', 'medicamentos', 'SUS', 'diabetes', 'hipertensão'],
    category: 'Medicamentos',
    figures: { patients: [18_000, 940_000], shops: [120, 2400], items: [39, 44] },
    angles: [
      {
        title: '{@Farmácia Popular} atende {patients} pessoas {in_state} em um mês',
        lead: 'Em {last_month}, {patients} pessoas retiraram medicamentos ou fraldas pela {@Farmácia Popular} {in_state}. O balanço foi divulgado {today} {by_agency_full}.',
      },
      {
        title: '{@Farmácia Popular} chega a mais {cities} municípios',
        lead: '{The_agency_full} credenciou {shops} farmácias em {cities} municípios, entre eles {city}. Com isso, {subject} passa a cobrir quase toda a população do país.',
      },
    ],
    subtitles: [
      'Todos os {items} itens da lista são gratuitos',
      'Para retirar, basta apresentar documento e receita dentro da validade',
    ],
    facts: [
      'Os {items} itens da lista são de graça. Há remédios para diabetes, hipertensão, asma, osteoporose e rinite, além de anticoncepcionais, fraldas geriátricas e absorventes.',
      'Para retirar o medicamento, é preciso ir a uma farmácia credenciada com documento que tenha CPF e receita médica dentro da validade, do {@SUS} ou particular.',
      'A fiscalização foi reforçada: {shops} estabelecimentos passaram por verificação, e os que tinham vendas irregulares foram suspensos.',
    ],
  },
  {
    name: 'specialists',
    theme: '03.03',
    agencies: ['saude', 'ebserh'],
    policy: 'Agora Tem Especialistas',
    subject: 'o mutirão de consultas e cirurgias',
    audience: 'os pacientes que esperam na fila',
    voice: ['motorista', 'professora'],
    tone: 'good',
    tags: ['Agora Tem Especialistas', 'mutirão', 'hospitais universitários', 'SUS', 'cirurgias'],
    category: 'Atenção Especializada',
    figures: { visits: [800, 42_000], surgeries: [140, 6800], trucks: [3, 38] },
    angles: [
      {
        title: 'Mutirão {in_city} faz {surgeries} cirurgias em um fim de semana',
        lead: 'Um mutirão realizado {in_city} fez {surgeries} cirurgias e {visits} consultas e exames em dois dias. A ação faz parte do {@Agora Tem Especialistas} e foi coordenada {by_agency_full}.',
      },
      {
        title: 'Com {trucks} carretas, {@Agora Tem Especialistas} chega {to_state}',
        lead: 'Começa {today} {in_city} o atendimento em {trucks} carretas equipadas para consultas, exames de imagem e pequenas cirurgias. A previsão {of_agency} é fazer {visits} atendimentos até {deadline}.',
      },
      {
        title: 'Espera por consulta com especialista cai {pct}% {in_state}',
        lead: 'O tempo médio de espera por uma consulta especializada na rede pública caiu {pct}% {in_state} em um ano, informou {today} {the_agency_full}. Foram {visits} atendimentos no período.',
      },
    ],
    subtitles: [
      'Oftalmologia, ortopedia e ginecologia concentram a maior parte dos atendimentos',
      'Hospitais abrem salas também à noite e nos fins de semana',
    ],
    facts: [
      'Oftalmologia, ortopedia, cardiologia, ginecologia e oncologia são as áreas com mais procura. Cada paciente sai da primeira consulta com os exames já marcados.',
      'Hospitais privados e filantrópicos também atendem pelo {@SUS} e podem trocar parte do serviço por abatimento de dívidas com a União.',
      'Foram {surgeries} cirurgias em {last_month}, entre elas de catarata, hérnia e vesícula. O resultado supera em {pct}% o do mesmo mês de {last_year}.',
      'O agendamento é feito pelas unidades básicas e pelas centrais de regulação {of_state}. Não há inscrição por aplicativo nem cobrança de qualquer taxa.',
    ],
  },
  {
    name: 'cancer-prevention',
    theme: '03.03.01',
    agencies: ['inca', 'saude', 'ebserh', 'hfa'],
    subject: 'a linha de cuidado do câncer de mama',
    audience: 'as pacientes',
    voice: ['enfermeiro', 'enfermeira'],
    tone: 'plain',
    tags: ['câncer', 'prevenção', 'mamografia', 'Inca', 'saúde da mulher'],
    category: 'Saúde',
    figures: { exams: [2400, 96_000], age: [40, 50], centres: [4, 26] },
    angles: [
      {
        title: '{Agency} oferece {exams} mamografias em ação {in_state}',
        lead: 'Uma ação conjunta vai oferecer {exams} mamografias {in_state} até {deadline}. A iniciativa {of_agency_full} começa por {city} e segue para outras cidades com unidades móveis.',
      },
      {
        title: 'Estudo {of_agency} em {centres} centros mostra como o diagnóstico precoce salva vidas',
        lead: 'Quando o tumor é descoberto no início, a chance de cura passa de {share}%, mostra levantamento apresentado {today} {by_agency_full}. O trabalho reuniu dados de {centres} centros de tratamento.',
      },
    ],
    subtitles: [
      'Exame pode ser pedido por mulheres a partir dos {age} anos',
      'Atendimento é gratuito e feito pelo {@SUS}',
    ],
    facts: [
      'Mulheres a partir dos {age} anos podem fazer a mamografia mesmo sem sintomas. O pedido é feito na unidade básica, e o resultado sai em até {centres} dias.',
      'A lei garante que o tratamento comece em até 60 dias depois do diagnóstico. Para cumprir o prazo, {centres} centros ganharam novos aparelhos de radioterapia.',
      'Parar de fumar, praticar atividade física e evitar bebidas alcoólicas reduzem o risco de vários tipos de câncer, lembram os pesquisadores.',
    ],
  },
  {
    name: 'sanitary-control',
    theme: '03.04.02',
    agencies: ['anvisa'],
    laws: ['Código de Defesa do Consumidor'],
    subject: 'a fiscalização sanitária',
    audience: 'os consumidores',
    voice: ['farmacêutico', 'farmacêutica'],
    tone: 'bad',
    tags: ['Anvisa', 'recolhimento', 'vigilância sanitária', 'medicamentos', 'alimentos'],
    category: 'Fiscalização e monitoramento',
    figures: { lots: [2, 28], units: [1200, 88_000], companies: [2, 19] },
    angles: [
      {
        title: '{Agency} proíbe venda de {lots} lotes de suplemento alimentar',
        lead: '{The_agency_full} determinou {today} o recolhimento de {lots} lotes de suplementos alimentares. A análise encontrou substâncias que não estavam no rótulo e que oferecem risco à saúde.',
      },
      {
        title: 'Operação {in_city} apreende {units} produtos sem registro',
        lead: 'Fiscais {of_agency} e da vigilância sanitária local apreenderam {today} {in_city} {units} unidades de cosméticos e medicamentos sem registro. Duas fábricas clandestinas foram interditadas.',
      },
      {
        title: '{Agency} registra {lots} medicamentos, um deles para doença rara',
        lead: 'Foi publicado {today} o registro de {lots} medicamentos, um deles contra doença rara que atinge sobretudo crianças. A decisão {of_agency_full} saiu depois de análise prioritária.',
      },
    ],
    subtitles: [
      'Decisão foi tomada depois de análise técnica',
      'Medida vale em todo o país e já foi publicada no Diário Oficial da União',
    ],
    facts: [
      'Quem tem o produto em casa deve parar de usá-lo e procurar o fabricante. Reações podem ser comunicadas pelo sistema eletrônico de notificações.',
      'Ao todo, {companies} empresas foram notificadas e têm dez dias para apresentar defesa. A multa pode chegar a R$ 1,5 milhão.',
      'Antes de comprar pela internet, vale consultar o número de registro no portal {of_agency}. Preços muito baixos e promessas de efeito imediato são sinais de alerta.',
    ],
  },
  {
    name: 'health-plans',
    theme: '03.05.01',
    agencies: ['ans'],
    laws: ['Código de Defesa do Consumidor'],
    subject: 'o monitoramento da garantia de atendimento',
    audience: 'os beneficiários',
    voice: ['comerciante', 'comerciante'],
    tone: 'plain',
    tags: ['planos de saúde', 'ANS', 'consumidor', 'saúde suplementar'],
    category: 'Beneficiário',
    figures: { plans: [9, 58], complaints: [18_000, 76_000], holders: [120_000, 980_000] },
    angles: [
      {
        title: '{Agency} suspende a venda de {plans} planos de saúde',
        lead: '{The_agency_full} suspendeu a venda de {plans} planos de saúde por causa de reclamações sobre demora e negativa de atendimento. A medida, divulgada {today}, protege {holders} beneficiários.',
      },
      {
        title: 'Planos de saúde ganham {holders} beneficiários em um ano',
        lead: 'O setor de planos de saúde cresceu e chegou a {last_month} com {holders} beneficiários a mais do que um ano antes. Os números são {of_agency_full}.',
      },
    ],
    subtitles: [
      'Quem já tem o plano continua a ser atendido normalmente',
      'Dados completos estão no painel da agência',
    ],
    facts: [
      'Foram {complaints} reclamações no trimestre, das quais {share}% se resolveram pela mediação, sem necessidade de processo.',
      'Os clientes atuais não perdem nenhum direito. As operadoras só voltam a vender os planos quando melhorarem os resultados.',
      'Para reclamar, o beneficiário pode ligar gratuitamente para a central {of_agency} ou usar o portal. A operadora tem até cinco dias úteis para responder.',
    ],
  },
  {
    name: 'indigenous-health',
    theme: '03.06',
    agencies: ['saude', 'funai', 'povosindigenas'],
    subject: 'a missão de saúde indígena',
    audience: 'as famílias das aldeias',
    voice: ['cacique', 'agente indígena de saúde'],
    tone: 'good',
    states: 'AC AM MA MS MT PA RO RR',
    tags: ['saúde indígena', 'povos indígenas', 'SUS', 'Amazônia'],
    category: 'Saúde Indígena',
    figures: { visits: [600, 9800], villages: [6, 74], days: [5, 18] },
    angles: [
      {
        title: 'Missão leva {visits} atendimentos a aldeias {of_state}',
        lead: 'Em {days} dias, uma equipe de médicos, dentistas e enfermeiros fez {visits} atendimentos em {villages} aldeias {of_state}. A missão foi organizada {by_agency_full}.',
      },
      {
        title: 'Água tratada e posto de saúde chegam a {villages} aldeias {of_state}',
        lead: 'Moradores de {villages} aldeias {of_state} passam a contar com água tratada e com uma unidade de saúde. As obras foram entregues {today} {by_agency_full}, em cerimônia {in_city}.',
      },
    ],
    subtitles: [
      'Intérpretes das línguas locais acompanharam as equipes',
      'Comunidades participaram de todas as etapas',
    ],
    facts: [
      'As equipes viajaram de barco e de avião com vacinas, exames e remédios. Intérpretes ajudaram nas consultas, feitas também nas línguas de cada povo.',
      'A desnutrição infantil caiu {pct}% na região desde o começo do ano, resultado da entrega de alimentos e do acompanhamento das crianças.',
      'A próxima etapa, marcada para {start}, vai alcançar comunidades às quais só se chega de helicóptero.',
    ],
  },
]
