/**
 * Words of government news in general, by the share of articles that contain them. Written by hand. Words of a single
 * subject are not listed.
 */
export const NEWS_WORDS: readonly { share: number; words: string }[] = [
  {
    // Words of pages and their addresses.
    share: 0.5,
    words: `http https www com br gov gov.br pt-br html php aspx url link links compartilhe copiar facebook twitter
      linkedin whatsapp instagram youtube share sharer text title image imagem imagens foto fotos jpg jpeg png noticia
      noticias assunto assuntos ultimas resolveuid publicado atualizado conteudo site portal clique acesse leia saiba`,
  },
  {
    // Words of readers' questions on any subject.
    share: 0.5,
    words: `gostaria queria quero preciso desejo saber sabe conhecer entender mostre procuro procurando encontrar fale diga
      conte explique resuma detalhe detalhes respeito favor obrigado ajuda significa serve existe existem noticiado
      dizem dito falado falando
      governo anuncia anunciam anunciou anunciado anunciada anunciar informa informou disse diz fez faz fazer falou
      divulga divulgou divulgado novidade novidades notícia acontece aconteceu acontecer ocorre ocorreu funciona
      funcionam funcionar`,
  },
  {
    share: 0.25,
    words: `federal ministério ministro ministra nacional brasil brasileiro brasileira país público pública
      ano anos dia dias mais novo nova presidente república secretaria secretário secretária`,
  },
  {
    share: 0.12,
    words: `ação ações programa projeto política serviço evento reunião encontro estado estados município municípios
      cidade região estadual municipal regional brasília df acordo parceria apoio objetivo desenvolvimento social
      realizado realizada realiza realizou realizar participa participação participou participar participaram parte
      segundo primeiro primeira milhão milhões mil bilhão bilhões real reais pessoa pessoas população sociedade
      segunda-feira terça-feira quarta-feira quinta-feira sexta-feira semana mês hoje
      2019 2020 2021 2022 2023 2024 2025 2026 2027 janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
      anúncio informação informações funcionamento`,
  },
  {
    share: 0.06,
    words: `sistema setor área órgão instituto instituição agência conselho comissão comitê câmara união diretor diretora
      coordenador coordenadora representante representantes servidor servidores equipe grupo trabalho plano medida medidas
      iniciativa processo recurso recursos investimento investimentos resultado resultados número dados edital portaria
      decreto lei oficial diário publicação abertura inscrição inscrições seleção prazo local geral grande maior melhor
      além cerca partir forma meio início final próximo último última tema destaque destacou destaca afirma afirmou
      disse explica explicou ressaltou lembrou apresenta apresentou apresentação lança lançou lançamento lançado
      recebe recebeu promove promove promoveu promover garante garantir amplia ampliar reforça fortalece fortalecer
      divulga divulgou divulgado debate debater discute discutir visita encerra inaugura inaugurou entrega assina
      assinou assinatura aprova aprovou aprovado publica publicou abre inicia iniciou alerta oferece cria criou
      fala falou diz mostra mostrou busca buscar pode podem deve devem fazer faz fez feito será durante
      nacional internacional mundial mundo geral importante importância principal principais novo diversos diversas
      atividade atividades profissional profissionais técnico técnica gestão gestor família famílias casa vida`,
  },
]
