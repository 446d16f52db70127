/** Paragraphs that fit any topic. Those of one list say the same kind of thing, so an article takes few of each. */

/** What officials say. */
export const QUOTES: readonly string[] = [
  '“O que buscamos é resultado na vida das pessoas. Por isso acompanhamos de perto {subject}, com metas e prazos conhecidos por todos”, afirmou {speaker}.',
  '“Ninguém faz isso sozinho. Cada etapa foi combinada com estados, municípios e sociedade civil”, disse {speaker}, ao lembrar a parceria com {the_partner}.',
  '“É um trabalho de muitas mãos, e {audience} são o nosso foco”, resumiu {speaker}.',
  'Para {speaker}, o momento é de consolidar o que já foi feito. “Os números mostram que estamos no caminho certo, mas ainda há muito por fazer”, avaliou.',
  'De acordo com {speaker}, os próximos meses serão decisivos. “Vamos ouvir quem está na ponta e corrigir o que for preciso”, declarou.',
  '“Transparência é a regra. Todos os dados estão publicados e podem ser conferidos por qualquer cidadão”, destacou {speaker2}.',
  'A equipe trabalhou durante meses na preparação, segundo {speaker2}. “Fomos a {visited} municípios, conversamos com as pessoas e mudamos o plano mais de uma vez”, contou.',
  '“Quando o poder público chega junto, a confiança volta”, disse {speaker2}. Na opinião {of_agency}, a experiência {of_city_name} pode inspirar outras cidades.',
]

/** What those who live it say. */
export const VOICES: readonly string[] = [
  '“Esperei muito por isso. Agora a gente consegue planejar o futuro”, contou {voice}.',
  'Quem acompanha de perto percebe a diferença. “Antes era tudo mais difícil e demorado; hoje a informação chega”, disse {voice}.',
  '“Fiquei sabendo por uma vizinha e vim conferir. A equipe é muito preparada e explica tudo com paciência”, relatou {voice}.',
  '“Saí cedo da zona rural para estar {in_city_name}, e valeu cada minuto”, afirmou {voice_name}.',
  'Na avaliação de {voice_name}, que mora {in_city}, ainda falta divulgar melhor. “Muita gente tem direito e não sabe”, ponderou.',
]

/** How many and where. */
export const NUMBERS: readonly string[] = [
  'Na região {region}, o resultado cresceu {growth}% em um ano, com destaque para {the_state}. Também houve avanço {in_state2}.',
  'Pesquisa feita com o público mostra que {satisfaction}% consideram bom ou ótimo o atendimento {in_state}, índice superior ao registrado em {last_year}.',
  'Desde janeiro, {visited} municípios das cinco regiões receberam visitas técnicas {of_agency}.',
  'Em comparação com {last_year}, houve avanço de {growth}%. A expectativa é manter o ritmo até o fim de {year}.',
  'Entre as cidades com melhores resultados estão {city} e {city2}, que já haviam se destacado em {last_year}.',
]

/** Who else takes part. */
export const PARTNERS: readonly string[] = [
  'A iniciativa reúne {the_agency}, {the_partner_full} e {the_partner2_full}, além de governos estaduais e prefeituras.',
  'Participaram do encontro representantes {of_partner}, {of_partner2} e da prefeitura {of_city_name}.',
  'O trabalho conta com a colaboração {of_partner} e de universidades {of_state}. Um grupo com membros {of_partner2} fará o acompanhamento.',
  'Segundo {the_agency}, a articulação com {the_partner} foi essencial para tirar o projeto do papel. {The_state} foi um dos primeiros estados a aderir.',
  '{The_partner} e {the_partner2} vão compartilhar bases de dados, o que evita pedir duas vezes a mesma informação.',
]

/** Who was there and where else. */
export const PRESENCE: readonly string[] = [
  'Também participaram {speaker2}, {voice}, e representantes {of_partner}, do {@Sebrae} e da {@Câmara dos Deputados}.',
  'A lista de localidades inclui {places}. Outras devem ser anunciadas {by_agency} nas próximas semanas.',
  'Equipes {of_agency} já passaram por {places}. Em todas elas, houve reunião com a comunidade e visita técnica.',
  'Além {of_city}, a ação alcança {places}, em conjunto com o {@Senado Federal}, {the_partner} e governos estaduais.',
  'O encontro teve a presença de representantes {of_partner}, {of_partner2} e de equipes de {places}.',
]

/** How it came about and who answers for it. */
export const BACKGROUND: readonly string[] = [
  '{The_agency_full} é o órgão responsável por acompanhar {subject} em todo o país, com apoio {of_parent}.',
  'O tema ganhou força em {last_year}, quando {the_agency} passou a publicar balanços mensais sobre {subject}.',
  'Há três anos, o país não tinha informações atualizadas sobre o assunto. Hoje, os painéis {of_agency} são usados por gestores, pesquisadores e jornalistas.',
  'A ação faz parte do planejamento {of_parent} para {year} e {next_year}, que prevê presença nas cinco regiões.',
  'Experiências semelhantes já foram realizadas {in_city2}, onde a participação da comunidade foi decisiva.',
]

/** What comes next. */
export const NEXT_STEPS: readonly string[] = [
  'A próxima etapa está prevista para {start}, {in_city2}. O cronograma completo será divulgado {by_agency}.',
  'Um novo balanço deve sair em {deadline}. Até lá, equipes {of_agency} visitam {visited} municípios.',
  'Nos próximos meses, o plano é levar a iniciativa {to_state2} e a outras unidades da Federação.',
  'O relatório final será enviado {to_parent} e publicado na internet até {deadline}.',
]

/** Where to ask. */
export const SERVICE: readonly string[] = [
  'Mais informações podem ser obtidas na página {of_agency} ou pelos canais de atendimento, de segunda a sexta-feira, das 8h às 18h.',
  'Dúvidas podem ser enviadas pela plataforma Fala.BR. O prazo de resposta {of_agency} é de até 20 dias.',
  'O serviço é gratuito. Quem precisar de ajuda pode procurar os canais oficiais {of_agency} e deve desconfiar de intermediários.',
  'A íntegra do material está disponível na página {of_agency}, em versão acessível.',
]

/** What officials say when the matter is grave. */
export const SOBER_QUOTES: readonly string[] = [
  '“A prioridade é proteger as pessoas e cumprir a lei. As equipes seguem mobilizadas {in_state}”, afirmou {speaker}.',
  '“Nenhum órgão dá conta disso sozinho. Por isso trabalhamos com {the_partner} e com as autoridades locais”, disse {speaker}.',
  'Segundo {speaker}, o trabalho começou há meses. “Reunimos dados, fomos a campo e só agimos quando tivemos segurança”, explicou.',
  '“Os números ainda preocupam, e não vamos baixar a guarda”, declarou {speaker}.',
  '“A colaboração da população faz toda a diferença. Quem souber de algo deve procurar os canais oficiais”, pediu {speaker2}.',
  'Novas ações estão previstas. “Esta foi uma etapa. Outras virão até o fim de {year}”, adiantou {speaker2}.',
]

/** What those who live it say when the matter is grave. */
export const SOBER_VOICES: readonly string[] = [
  '“A gente espera que esse trabalho continue”, disse {voice}.',
  '“É preciso que cada um faça a sua parte”, afirmou {voice}.',
  'Para {voice}, a presença das equipes trouxe alívio. “Dá mais segurança”, resumiu.',
]

/** How many and where when the matter is grave. */
export const SOBER_NUMBERS: readonly string[] = [
  'Desde janeiro, equipes federais atuaram em {cities} municípios, parte deles {in_state} e {in_state2}.',
  'O total de ações em {year} já supera em {growth}% o do mesmo período de {last_year}.',
  '{The_state} e {the_state2} estão entre as unidades da Federação com mais registros, de acordo com {the_agency}.',
]

/** Who else takes part when the matter is grave. */
export const SOBER_PARTNERS: readonly string[] = [
  'O trabalho reúne {the_agency}, {the_partner_full} e autoridades {of_state}.',
  '{The_partner} e {the_partner2} compartilham informações com {the_agency} desde o começo do ano.',
  'Um grupo com representantes {of_partner}, {of_partner2} e do {@Ministério Público Federal} se reúne toda semana.',
]

/** What comes next when the matter is grave. */
export const SOBER_NEXT_STEPS: readonly string[] = [
  'Um novo balanço será divulgado em {start}. Até lá, as equipes continuam em campo.',
  'O relatório será enviado {to_parent} até {deadline}, com recomendações.',
  'As ações seguem por tempo indeterminado e podem chegar {to_state2}, informou {the_agency}.',
]

/** Where to ask when the matter is grave. */
export const SOBER_SERVICE: readonly string[] = [
  'Informações podem ser enviadas aos canais {of_agency}, com garantia de sigilo.',
  'Boletins atualizados estão na página {of_agency}. A orientação é não repassar notícias sem confirmação.',
]

/** Who was there and where else when the matter is grave. */
export const SOBER_PRESENCE: readonly string[] = [
  'Houve ações simultâneas em {places}, com o apoio {of_partner} e do {@Ministério Público Federal}.',
  'Equipes {of_agency}, {of_partner} e do governo {of_state} trabalham em conjunto. Há bases em {places}.',
  'A situação também é acompanhada em {places}, de acordo com boletim {of_agency}.',
]

/** How it came about when the matter is grave. */
export const SOBER_BACKGROUND: readonly string[] = [
  '{The_agency_full} acompanha {subject} em todo o país, com apoio {of_parent}.',
  'O monitoramento é diário e usa informações de estados e municípios, reunidas {by_agency} em um painel.',
  'Em {last_year}, um trabalho parecido foi feito {in_city2}. As lições ajudaram no planejamento deste ano.',
]

/** For topics that carry a policy; `{policy}`, `{policy_people}` and `{policy_description}` come from the gazetteer. */
export const POLICY: readonly string[] = [
  'A iniciativa {policy} tem como público {policy_people}. A gestão é compartilhada com estados e municípios.',
  'A iniciativa {policy} pode ser resumida assim: {policy_description}. A execução é acompanhada {by_agency} com indicadores públicos.',
  'Em todo o país, a iniciativa {policy} alcança {reached} municípios, e a adesão {in_state} passou de {adhesion}%.',
]

/** For topics that rest on a law; `{law}` stands for one of them. */
export const LAW: readonly string[] = [
  'A base legal está {in_law}, que define responsabilidades e prazos.',
  'Tudo segue o que determina {the_law}, lembrou {speaker2}.',
]

/** Short lines above the headline. */
export const EDITORIAL_LEADS: readonly string[] = [
  'Balanço',
  'Oportunidade',
  'Serviço',
  'Novidade',
  'Região {region}',
  'Participação',
  'Em números',
  'Agenda',
  'Orientação',
  'Resultado',
]
