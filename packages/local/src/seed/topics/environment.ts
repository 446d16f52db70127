import type { Topic } from '../topic.ts'

export const ENVIRONMENT_TOPICS: readonly Topic[] = [
  {
    name: 'deforestation',
    theme: '05.03.01',
    agencies: ['ibama', 'mma', 'icmbio', 'inpe'],
    policy: 'PPCDAm',
    laws: ['Lei de Crimes Ambientais', 'Código Florestal'],
    subject: 'o combate ao desmatamento',
    audience: 'as comunidades da floresta',
    voice: ['extrativista', 'extrativista'],
    tone: 'good',
    tags: ['desmatamento', 'Amazônia', 'Ibama', 'fiscalização ambiental', 'PPCDAm'],
    category: 'Fiscalização',
    figures: { drop: [8, 46], area: [120, 2900], fines: [3, 84], saws: [6, 62] },
    angles: [
      {
        title: 'Alertas de desmatamento caem {drop}% {in_state}',
        lead: 'A área com alertas de desmatamento {in_state} caiu {drop}% em {last_month}, na comparação com o mesmo mês de {last_year}. Os dados foram apresentados {today} {by_agency_full}.',
      },
      {
        title: 'Operação embarga {area} hectares e aplica R$ {fines} milhões em multas {in_state}',
        lead: 'Agentes {of_agency_full} embargaram {area} hectares desmatados sem autorização {in_state}. A operação, concluída {today}, aplicou R$ {fines} milhões em multas.',
      },
      {
        title: 'Fiscais apreendem madeira ilegal em serrarias perto {of_city}',
        lead: 'Uma fiscalização em serrarias perto {of_city} terminou {today} com a apreensão de cargas de madeira sem origem comprovada. A ação é {of_agency_full}.',
      },
    ],
    subtitles: [
      'Imagens de satélite orientam as equipes em campo',
      'Resultado é o melhor para o mês desde o início da série',
    ],
    facts: [
      'Imagens de satélite mostram as derrubadas quase em tempo real e orientam as equipes, que chegam de caminhonete, barco ou helicóptero.',
      'Foram apreendidas {saws} motosserras, além de tratores. O gado encontrado em área embargada deve ser retirado em até 30 dias.',
      'Propriedades embargadas perdem o acesso ao crédito rural e não podem vender a produção.',
      'O {@Fundo Amazônia} ajuda a pagar bases, equipamentos e projetos de produção que mantêm a floresta em pé.',
    ],
  },
  {
    name: 'wildfires',
    theme: '05.03.02',
    agencies: ['ibama', 'icmbio', 'mma', 'censipam'],
    laws: ['Lei de Crimes Ambientais'],
    subject: 'a operação contra os incêndios florestais',
    audience: 'os brigadistas',
    voice: ['brigadista', 'brigadista'],
    tone: 'bad',
    tags: ['incêndios florestais', 'Prevfogo', 'brigadistas', 'Pantanal', 'Cerrado'],
    category: 'Incêndios Florestais',
    figures: { people: [60, 1900], planes: [3, 21], area: [300, 28_000], hotspots: [90, 4200] },
    angles: [
      {
        title: 'Com {people} brigadistas, força-tarefa combate incêndios {in_state}',
        lead: 'Mais de {people} brigadistas combatem incêndios florestais {in_state}, com o apoio de {planes} aeronaves. A situação foi detalhada {today} {by_agency_full}.',
      },
      {
        title: 'Focos de calor aumentam {pct}% {in_state} e acendem alerta',
        lead: 'Foram registrados {hotspots} focos de calor {in_state} em {last_month}, alta de {pct}% sobre o ano passado. Com a seca, {the_agency_full} ampliou as equipes.',
      },
      {
        title: 'Fogo em unidade de conservação {of_state} é controlado',
        lead: 'Depois de dias de trabalho, o fogo que atingiu {area} hectares de uma unidade de conservação {of_state} foi controlado {today}. O balanço é {of_agency_full}.',
      },
    ],
    subtitles: [
      'Seca e vento forte dificultam o trabalho das equipes',
      'Uso do fogo está proibido na região até {deadline}',
    ],
    facts: [
      'O uso do fogo está proibido na região até {deadline}. Quem desrespeita a regra pode ser multado e responder por crime.',
      'As equipes abrem aceiros, resgatam animais e trabalham de noite, quando o vento diminui.',
      'Perícias mostram que quase todos os incêndios começam pela ação humana, muitas vezes na limpeza de pasto.',
    ],
  },
  {
    name: 'climate-conference',
    theme: '05.01.01',
    agencies: ['mma', 'mre', 'casacivil', 'planalto'],
    policy: 'Plano Clima',
    subject: 'a agenda do clima',
    audience: 'os países participantes',
    voice: ['ativista', 'ativista'],
    tone: 'good',
    tags: ['COP30', 'mudança do clima', 'financiamento climático', 'Plano Clima'],
    category: 'Mudança do Clima',
    figures: { countries: [12, 120], money: [2, 60], goals: [8, 30] },
    angles: [
      {
        title: 'Legado da {@COP30} é tema de encontro {in_city}',
        lead: 'Representantes de {countries} países discutiram {today} {in_city} o que fazer com as decisões da {@COP30}. O encontro foi organizado {by_agency_full}.',
      },
      {
        title: '{@Plano Clima} entra em consulta com {goals} metas setoriais',
        lead: 'Até {deadline}, qualquer pessoa pode opinar sobre {goals} metas do {@Plano Clima}. A consulta foi aberta {today} {by_agency_full}.',
      },
      {
        title: 'Fundo para florestas tropicais recebe US$ {money} milhões em promessas',
        lead: 'O {@Fundo Florestas Tropicais para Sempre} recebeu novas promessas, no valor de US$ {money} milhões. O anúncio foi feito {today} {by_agency_full}.',
      },
    ],
    subtitles: [
      'Adaptação das cidades ao calor está entre as prioridades',
      'Texto foi construído com a participação da sociedade',
    ],
    facts: [
      'O Brasil assumiu o compromisso de cortar as emissões entre 59% e 67% até 2035, em relação a 2005.',
      'A adaptação das cidades ao calor e às enchentes está entre as prioridades, com planos para {cities} municípios.',
      'Povos indígenas e comunidades tradicionais terão acesso direto a uma parte dos recursos.',
    ],
  },
  {
    name: 'protected-areas',
    theme: '05.02.01',
    agencies: ['icmbio', 'florestal', 'mma', 'jbrj', 'inma'],
    laws: ['Lei do Sistema Nacional de Unidades de Conservação'],
    subject: 'a conservação das áreas protegidas',
    audience: 'os visitantes',
    voice: ['guia', 'guia'],
    tone: 'good',
    tags: ['parques nacionais', 'biodiversidade', 'ICMBio', 'unidades de conservação'],
    category: 'Biodiversidade',
    figures: { people: [40_000, 1_800_000], species: [6, 160], trail: [4, 92] },
    angles: [
      {
        title: 'Parques nacionais {of_state} recebem {people} visitantes',
        lead: 'Os parques nacionais {of_state} receberam {people} visitantes em {last_year}, mostra levantamento divulgado {today} {by_agency_full}.',
      },
      {
        title: 'Expedição encontra {species} espécies raras em reserva {of_state}',
        lead: 'Pesquisadores registraram {species} espécies raras de plantas e animais em reserva {of_state}. Os resultados da expedição foram publicados {today} {by_agency_full}.',
      },
      {
        title: 'Trilha de {trail} quilômetros é inaugurada perto {of_city}',
        lead: 'Caminhantes ganharam {today} uma trilha sinalizada de {trail} quilômetros perto {of_city}. O percurso foi preparado {by_agency_full} com voluntários.',
      },
    ],
    subtitles: [
      'Turismo na natureza movimenta a economia dos municípios vizinhos',
      'Área abriga nascentes e animais ameaçados',
    ],
    facts: [
      'Cada real investido nas unidades de conservação gera R$ 15 na economia da região, segundo estudo recente.',
      'Armadilhas fotográficas registraram onça-pintada, anta e tamanduá-bandeira, sinal de que a floresta está saudável.',
      'Para visitar, é bom contratar guias credenciados, levar o lixo de volta e não alimentar os animais.',
    ],
  },
  {
    name: 'water-management',
    theme: '05.04.01',
    agencies: ['ana', 'mdr', 'inpp', 'insa'],
    laws: ['Política Nacional de Recursos Hídricos'],
    subject: 'a gestão da água na bacia',
    audience: 'os usuários da água',
    voice: ['irrigante', 'irrigante'],
    tone: 'plain',
    tags: ['recursos hídricos', 'ANA', 'reservatórios', 'bacias hidrográficas'],
    category: 'Recursos Hídricos',
    figures: { level: [22, 88], stations: [8, 190], flow: [90, 2400] },
    angles: [
      {
        title: 'Reservatórios {of_state} chegam a {level}% do volume útil',
        lead: 'O boletim divulgado {today} {by_agency_full} mostra que os reservatórios {of_state} estão com {level}% do volume útil. A chuva das últimas semanas ajudou.',
      },
      {
        title: '{Agency} instala {stations} estações para medir os rios {of_state}',
        lead: 'Começou {today} {in_city} a instalação de {stations} estações que medem chuva e nível dos rios. A rede é operada {by_agency_full}.',
      },
    ],
    subtitles: [
      'Regras de uso foram discutidas com comitês de bacia',
      'Dados podem ser consultados em tempo real',
    ],
    facts: [
      'A vazão liberada pela barragem será de {flow} metros cúbicos por segundo até {deadline}. A regra busca equilibrar abastecimento, irrigação e energia.',
      'O abastecimento das pessoas e a água dos animais têm prioridade em caso de seca, conforme a {@Lei das Águas}.',
      'Os dados são abertos e podem ser vistos no celular, a cada 15 minutos.',
    ],
  },
  {
    name: 'electricity-tariffs',
    theme: '17.01.01',
    agencies: ['aneel', 'mme'],
    policy: 'Tarifa Social',
    subject: 'a revisão das tarifas de energia',
    audience: 'os consumidores',
    voice: ['comerciante', 'comerciante'],
    tone: 'plain',
    tags: ['energia elétrica', 'conta de luz', 'bandeira tarifária', 'Aneel'],
    category: 'Tarifas',
    figures: { units: [140_000, 4_800_000], rise: [2, 11], money: [3, 22] },
    angles: [
      {
        title: 'Bandeira tarifária de {month} será verde, decide {agency}',
        lead: 'As contas de luz não terão cobrança extra em {month}. {The_agency_full} anunciou {today} que a bandeira será verde, graças ao bom nível dos reservatórios.',
      },
      {
        title: '{Agency} aprova reajuste médio de {rise}% para distribuidora {of_state}',
        lead: 'As tarifas da distribuidora que atende {units} unidades consumidoras {of_state} vão subir, em média, {rise}%. O reajuste foi aprovado {today} {by_agency_full}.',
      },
      {
        title: 'Leilão de transmissão {of_agency} atrai R$ {money} bilhões',
        lead: 'Todos os lotes do leilão de transmissão realizado {today} {by_agency_full} receberam propostas. Os investimentos previstos somam R$ {money} bilhões, parte deles {in_state}.',
      },
    ],
    subtitles: [
      'Novos valores entram em vigor em {start}',
      'Famílias de baixa renda têm direito à {@Tarifa Social}',
    ],
    facts: [
      'Famílias do {@CadÚnico} que consomem até 80 quilowatts-hora por mês têm a conta zerada pela {@Tarifa Social}.',
      'Pesaram no cálculo os encargos do setor e o custo de compra de energia. Cada distribuidora tem sua data de revisão.',
      'O consumidor pode acompanhar falhas no fornecimento e comparar empresas no portal da agência.',
    ],
  },
  {
    name: 'oil-gas',
    theme: '17.02.01',
    agencies: ['anp', 'mme'],
    policy: 'RenovaBio',
    subject: 'o monitoramento dos combustíveis',
    audience: 'os motoristas',
    voice: ['motorista de aplicativo', 'motorista de aplicativo'],
    tone: 'plain',
    tags: ['combustíveis', 'ANP', 'gasolina', 'petróleo', 'biocombustíveis'],
    category: 'Combustíveis',
    figures: { posts: [60, 1900], barrels: [3, 5], fined: [4, 66], money: [2, 9] },
    angles: [
      {
        title: '{Agency} fiscaliza {posts} postos e interdita bombas {in_state}',
        lead: 'Fiscais {of_agency_full} visitaram {posts} postos de combustíveis na última semana, parte deles {in_state}. O balanço saiu {today}, com {fined} autos de infração.',
      },
      {
        title: 'Produção de petróleo passa de {barrels} milhões de barris por dia',
        lead: 'A produção nacional de petróleo passou de {barrels} milhões de barris por dia em {last_month}. O boletim mensal foi publicado {today} {by_agency_full}.',
      },
      {
        title: 'Preço médio da gasolina cai {money}% {in_state}',
        lead: 'O litro da gasolina ficou {money}% mais barato {in_state} em quatro semanas, mostra o levantamento de preços divulgado {today} {by_agency_full}.',
      },
    ],
    subtitles: [
      'Pesquisa ouviu revendedores em {cities} municípios',
      'Denúncias podem ser feitas por telefone',
    ],
    facts: [
      'O pré-sal responde por {share}% do volume. O gás natural também bateu recorde.',
      'Consumidores podem pedir o teste da proveta no próprio posto, que é obrigado a fazê-lo na hora.',
      'O {@RenovaBio} fixa metas de redução de emissões para as distribuidoras, cumpridas com a compra de créditos.',
    ],
  },
  {
    name: 'energy-access',
    theme: '17.01.03',
    agencies: ['mme', 'sudam'],
    policy: 'Luz para Todos',
    subject: 'o programa Luz para Todos',
    audience: 'os moradores das comunidades isoladas',
    voice: ['pescador', 'pescadora'],
    tone: 'good',
    tags: ['Luz para Todos', 'energia solar', 'Amazônia', 'inclusão'],
    category: 'Energia Elétrica',
    figures: { homes: [140, 18_000], money: [6, 310], panels: [900, 52_000] },
    angles: [
      {
        title: '{@Luz para Todos} leva energia solar a {homes} famílias {of_state}',
        lead: 'Famílias que viviam sem luz {in_state} começam a receber painéis solares e baterias. O contrato assinado {today} {by_agency_full} vai atender {homes} casas.',
      },
      {
        title: 'Escola ribeirinha perto {of_city} acende a luz pela primeira vez',
        lead: 'A escola de uma comunidade ribeirinha perto {of_city} passou a ter energia {today}, com placas solares instaladas pelo {@Luz para Todos}. O anúncio é {of_agency_full}.',
      },
    ],
    subtitles: ['Investimento é de R$ {money} milhões', 'Sistema tem bateria para a noite'],
    facts: [
      'O investimento é de R$ {money} milhões e inclui {panels} placas. As famílias não pagam pela instalação.',
      'Com luz, dá para conservar peixe e vacina, bombear água e estudar à noite.',
      'A prioridade é de escolas, postos de saúde e comunidades indígenas, quilombolas e ribeirinhas.',
    ],
  },
  {
    name: 'mining',
    theme: '17.04.01',
    agencies: ['anm', 'mme', 'cetem'],
    subject: 'a política para minerais críticos',
    audience: 'os municípios mineradores',
    voice: ['geólogo', 'geóloga'],
    tone: 'plain',
    tags: ['mineração', 'minerais críticos', 'lítio', 'terras raras', 'ANM'],
    category: 'Mineração',
    figures: { money: [20, 640], areas: [90, 2800], dams: [30, 430] },
    angles: [
      {
        title: '{Agency} oferta {areas} áreas para pesquisa de minerais críticos',
        lead: '{The_agency_full} abriu {today} a disputa por {areas} áreas para pesquisa mineral. Lítio, grafita e terras raras estão entre os bens procurados.',
      },
      {
        title: 'Municípios {of_state} recebem R$ {money} milhões da mineração',
        lead: 'A compensação pela exploração mineral rendeu R$ {money} milhões a municípios {of_state}. O repasse foi feito {today} {by_agency_full}.',
      },
      {
        title: 'Vistoria em {dams} barragens {of_state} não encontra risco iminente',
        lead: 'Técnicos {of_agency_full} concluíram {today} a vistoria de {dams} barragens de mineração {in_state}. Nenhuma apresentou risco iminente.',
      },
    ],
    subtitles: [
      'Propostas devem ser enviadas até {deadline}',
      'Dinheiro deve ser usado em infraestrutura, saúde e educação',
    ],
    facts: [
      'As empresas têm até {deadline} para apresentar propostas. Vence quem oferecer o maior valor, com exigências ambientais.',
      'O dinheiro não pode pagar dívidas nem salários: deve ir para infraestrutura, saúde, educação e diversificação da economia.',
      'As barragens passam por duas inspeções regulares ao ano, e os relatórios são públicos.',
    ],
  },
]
