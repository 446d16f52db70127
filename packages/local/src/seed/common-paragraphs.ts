/** Paragraphs that fit any topic. Those of one list say the same kind of thing, so an article takes few of each. */

/** What officials say. */
export const QUOTES: readonly string[] = [
  '“O que buscamos é resultado na vida das pessoas. Por isso acompanhamos {subject} de perto, com metas e prazos conhecidos por todos”, afirmou {speaker}.',
  '“Ninguém faz isso sozinho. Cada etapa foi combinada com estados, municípios e sociedade civil”, disse {speaker}, ao lembrar a parceria com {the_partner}.',
  '“É um trabalho de muitas mãos, e {audience} são o nosso foco”, resumiu {speaker}.',
  'Para {speaker}, o momento é de consolidar o que já foi feito. “Os números mostram que estamos no caminho certo, mas ainda há muito por fazer {in_state}”, avaliou.',
  'De acordo com {speaker}, os próximos meses serão decisivos. “Vamos ouvir quem está na ponta e corrigir o que for preciso”, declarou.',
  '“Transparência é a regra. Todos os dados estão publicados e podem ser conferidos por qualquer cidadão”, destacou {speaker2}.',
  '{Speaker2} explicou que a equipe trabalhou durante meses na preparação. “Fomos a {cities} municípios, conversamos com as pessoas e mudamos o plano mais de uma vez”, contou.',
  '“Quando o poder público chega junto, a confiança volta”, disse {speaker2}. Na opinião {of_agency}, a experiência {of_city_name} pode inspirar outras cidades.',
]

/** What those who live it say. */
export const VOICES: readonly string[] = [
  '“Esperei muito por isso. Agora a gente consegue planejar o futuro”, contou {voice}.',
  'Quem acompanha de perto percebe a diferença. “Antes era tudo mais difícil e demorado; hoje a informação chega”, disse {voice}.',
  '“Fiquei sabendo por uma vizinha e vim conferir. A equipe é muito preparada e explica tudo com paciência”, relatou {voice}.',
  '{Voice} viajou cerca de duas horas para participar. “Valeu cada minuto”, afirmou.',
  'Na avaliação de {voice_name}, que mora {in_city}, ainda falta divulgar melhor. “Muita gente tem direito e não sabe”, ponderou.',
]

/** How many and where. */
export const NUMBERS: readonly string[] = [
  'Na região {region}, o resultado cresceu {pct}% em um ano. {The_state} teve o melhor desempenho, seguido {by_state2}.',
  'Os dados mostram diferenças entre as regiões: enquanto {in_state} a cobertura chega a {share}%, em outras unidades da Federação ela é bem menor.',
  'Desde janeiro, {cities} municípios participaram de alguma etapa. A maioria tem menos de 50 mil habitantes.',
  'Em comparação com {last_year}, houve avanço de {pct}%. A expectativa é manter o ritmo até o fim de {year}.',
  'Entre as cidades com melhores resultados estão {city} e {city2}, que já haviam se destacado em {last_year}.',
]

/** Who else takes part. */
export const PARTNERS: readonly string[] = [
  'A iniciativa reúne {the_agency}, {the_partner} e {the_partner2}, além de governos estaduais e prefeituras.',
  'Participaram do encontro representantes {of_partner}, {of_partner2} e da prefeitura {of_city_name}.',
  'O trabalho conta com a colaboração {of_partner} e de universidades {of_state}. Um grupo com membros {of_partner2} fará o acompanhamento.',
  'Segundo {the_agency}, a articulação com {the_partner} foi essencial para tirar o projeto do papel. {The_state} foi um dos primeiros estados a aderir.',
  '{The_partner} e {the_partner2} vão compartilhar bases de dados, o que evita pedir duas vezes a mesma informação.',
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
  'Um novo balanço deve sair em {deadline}. Até lá, equipes {of_agency} visitam {cities} municípios.',
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

/** For topics that carry a policy; `{policy}`, `{policy_people}` and `{policy_description}` come from the gazetteer. */
export const POLICY: readonly string[] = [
  'Iniciativa federal, {policy} tem como público {policy_people}. A gestão é compartilhada com estados e municípios.',
  'Em resumo, {policy} significa: {policy_description}. A execução é acompanhada {by_agency} com indicadores públicos.',
  'Em todo o país, {policy} alcança {cities} municípios, e a adesão {in_state} passou de {share}%.',
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
