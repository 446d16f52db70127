import { CONFIRM_WITHIN_DAYS } from '@pauta/clippings/alerts/alert'
import { CHANNEL_NAMES, URL_CHANNELS } from '@pauta/platform/config/delivery-channels'
import { PUBLISHER_PATHS, type Publisher } from '@pauta/platform/config/publisher'
import { KEPT_DAYS } from '@pauta/people/privacy/kept-days'
import { html, NO_HTML, type Html } from '@pauta/platform/text/html'

/** Bases of links, without a slash at their ends; an empty `siteUrl` leaves the links to the observatory out. */
export interface PublisherSites {
  apiUrl: string
  siteUrl: string
}

const URL_CHANNEL_NAMES = URL_CHANNELS.map((channel) => CHANNEL_NAMES[channel]).join(', ')

/** A part of a page: its heading and its paragraphs. */
interface PageSection {
  title: string
  paragraphs: readonly Html[]
}

/** A page about the body that publishes. */
export interface PublisherPage {
  title: string
  write: (publisher: Publisher, sites: PublisherSites) => readonly PageSection[]
}

/** Writes a mail address or a page as a link, or says that none is given. */
const reach = (contact: string): Html => {
  if (contact === '') return html`o órgão que mantém este serviço ainda não informou um contato`
  return contact.startsWith('https://')
    ? html`<a href="${contact}">${contact}</a>`
    : html`<a href="mailto:${contact}">${contact}</a>`
}

const section = (title: string, ...paragraphs: Html[]): PageSection => ({ title, paragraphs })

const methodLink = ({ siteUrl }: PublisherSites): Html =>
  siteUrl === ''
    ? NO_HTML
    : html` <a href="${siteUrl}/sobre">Como os números são feitos, com os acertos medidos</a>.`

const licence: PublisherPage = {
  title: PUBLISHER_PATHS['/licenca'],
  write: (publisher, sites) => [
    section(
      'Textos das notícias',
      html`Os textos, os títulos e as imagens são dos órgãos que os publicaram. Licença: ${publisher.textLicence}. Cada notícia
leva ao endereço de origem; cite o órgão e esse endereço.`,
    ),
    section(
      'Dados',
      publisher.dataLicence === ''
        ? html`Contagens, temas, entidades e demais dados são feitos por ${publisher.name}, que ainda não informou uma licença.
Cite a fonte e a data da leitura.`
        : html`Contagens, temas, entidades e demais dados são feitos por ${publisher.name}. Licença: ${publisher.dataLicence}. Cite
a fonte e a data da leitura.`,
      html`Um modelo ou regras atribuem temas e tom; eles erram.${methodLink(sites)}`,
    ),
    section(
      'Programa',
      html`O programa que mantém este serviço é livre, sob a licença MIT, e pode ser usado por outros órgãos.`,
    ),
  ],
}

const privacy: PublisherPage = {
  title: PUBLISHER_PATHS['/privacidade'],
  write: (publisher) => [
    section(
      'Quem responde',
      html`${publisher.name} trata os dados pessoais descritos aqui, conforme a Lei nº 13.709, de 2018 (LGPD). Encarregado:
${reach(publisher.privacyContact || publisher.contact)}.`,
    ),
    section(
      'Quem só lê',
      html`Ler, buscar, assinar feeds e baixar tabelas não pede conta. As páginas não usam cookies, não medem pessoas e não
chamam outros sites. O endereço de rede serve, durante a requisição e por instantes, para conter abusos, e não é guardado nos
registros do programa. Um programa que assina um feed
por WebSub deixa o seu endereço e um código da rede de onde pediu, até que a assinatura termine.`,
    ),
    section(
      'Quem tem conta',
      html`Para enviar o que a pessoa pediu, guardamos: o identificador no serviço de entrada, o nome e o e-mail da conta; os
clippings, com nome, descrição, frase do pedido, recortes e horários; quem segue e curte o quê; os outros e-mails que a pessoa
indicou e se cada dono aceitou; os canais escolhidos; endereços de outros canais (${URL_CHANNEL_NAMES}); a conversa vinculada do Telegram, o código
que a vincula e a sua mudança de conta; a inscrição do navegador em notificações, com as preferências; o início e o fim de cada
uso do assistente; e o momento de cada ação limitada por dia. Base legal: a execução do que a pessoa pediu
(art. 7º, V) e, para os outros e-mails, o consentimento (art. 7º, I).`,
      html`A frase escrita ao assistente pode ser enviada ao modelo de linguagem que este serviço usa, se houver um, sem nome nem
e-mail.`,
    ),
    section(
      'Quem recebe alertas sem conta',
      html`Guardamos o endereço, o que ele pediu para receber, de quanto em quanto tempo e se confirmou (consentimento, art. 7º,
I). Um pedido sem confirmação é apagado em ${CONFIRM_WITHIN_DAYS} dias; ao sair, tudo se apaga, e só quem pede para nunca mais
receber pedidos deixa um código no lugar do endereço. Da rede de onde vêm os pedidos fica, por ${KEPT_DAYS.actions} dias, um código,
para conter abusos.`,
    ),
    section(
      'Por quanto tempo',
      html`O momento das ações fica por ${KEPT_DAYS.actions} dias. O registro de envios guarda o endereço por ${KEPT_DAYS.addresses} dias; depois, só um código que não permite voltar a
ele, até ${KEPT_DAYS.deliveries} dias. Edições ficam por ${KEPT_DAYS.releases} dias; as de um clipping excluído que outras pessoas
receberam, por ${KEPT_DAYS.endedReleases} dias. O restante fica enquanto a conta existir. Cópias de segurança seguem o prazo de
quem hospeda o serviço.`,
      html`Um e-mail que devolveu mensagens ou as marcou como indesejadas fica guardado, só para que nada mais seja enviado a ele.
Das perguntas de consentimento a endereços sem conta guardamos um código, não o endereço.`,
    ),
    section(
      'Com quem',
      html`As mensagens passam pelos serviços que a pessoa escolheu: o provedor de e-mail, o Telegram, o serviço de notificações do
navegador ou o endereço que indicou. Nada é vendido nem usado para publicidade.`,
    ),
    section(
      'Pessoas citadas nas notícias',
      html`Os textos são públicos e citam pessoas, em regra agentes públicos. Quem não é agente público pode pedir que o nome saia
do cadastro de entidades; guardamos então o nome pedido, só para não o incluir de novo.`,
    ),
    section(
      'Os seus direitos',
      html`Pelo contato acima, qualquer pessoa pode pedir uma cópia dos seus dados, a correção e a exclusão. Cada mensagem tem um
link para deixar de receber, sem conta nem senha.`,
    ),
  ],
}

const accessibility: PublisherPage = {
  title: PUBLISHER_PATHS['/acessibilidade'],
  write: (publisher) => [
    section(
      'O que seguimos',
      html`As páginas seguem as WCAG 2.2, nível AA, e o eMAG. Cada página é conferida por um programa (axe), em tema claro e escuro,
em telas de celular e de mesa, e a busca, os clippings e as comparações também pelo teclado.`,
      html`Todo gráfico tem uma tabela com os mesmos números e um arquivo CSV. As cores das linhas diferem também para quem não
distingue verde de vermelho ou azul de amarelo. Nada se move para quem pede menos movimento. Notícias e edições têm páginas que
dispensam JavaScript.`,
    ),
    section(
      'O que ainda falta',
      html`Os textos das notícias vêm dos órgãos: imagens podem não ter descrição e tabelas podem não ter cabeçalho. O desenho da
rede de entidades não é lido por leitores de tela; a lista ao lado dele tem o mesmo conteúdo. Não há tradução para Libras nas
páginas. Nenhuma auditoria com pessoas com deficiência foi feita até aqui.`,
    ),
    section('Avise', html`Encontrou uma barreira? Escreva: ${reach(publisher.contact)}.`),
  ],
}

const contact: PublisherPage = {
  title: PUBLISHER_PATHS['/contato'],
  write: (publisher, sites) => [
    section('Dúvidas e correções', html`${publisher.name}: ${reach(publisher.contact)}.`),
    section('Dados pessoais', html`Encarregado: ${reach(publisher.privacyContact || publisher.contact)}.`),
    section(
      'O texto de uma notícia',
      html`Erros no texto são corrigidos pelo órgão que o publicou; a correção aparece aqui na leitura seguinte do site dele.${methodLink(sites)}`,
    ),
  ],
}

/** The pages by their paths. */
export const PUBLISHER_PAGES: Readonly<Record<string, PublisherPage>> = {
  '/licenca': licence,
  '/privacidade': privacy,
  '/acessibilidade': accessibility,
  '/contato': contact,
} satisfies Record<keyof typeof PUBLISHER_PATHS, PublisherPage>
