import { describe, expect, it } from 'vitest'
import { wrongInEbc, wrongInListing, type EbcRow, type ListingRow } from '../../test-pages/small-pages.ts'

const ROWS: EbcRow[] = [
  [
    'bare day',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">15/01/2026</div><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { publishedAt: '2026-01-15T00:00:00-03:00', precision: 'day' },
  ],
  [
    'late by three hours, updated too',
    'agenciabrasil',
    '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Rio sobe","datePublished":"2026-01-15T17:30:00-03:00","dateModified":"2026-01-15T18:00:00-03:00"}</script><h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30 Atualizado em 15/01/2026 - 15:00</div><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { publishedAt: '2026-01-15T14:30:00-03:00', updatedAt: '2026-01-15T15:00:00-03:00' },
  ],
  [
    'picture of a widget alone',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">15/01/2026</div><div class="conteudo-noticia"><img src="https://agenciabrasil.ebc.com.br/ebc.png?id=1"><div class="dnd-widget-wrapper"><div class="dnd-atom-rendered"><img src="/loading_v2.gif" data-echo="https://imagens.ebc.com.br/a.jpg"></div><div class="dnd-caption-wrapper"><h6 class="meta">Rio Negro. Foto: Ana</h6></div></div><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    {
      imageUrl: 'https://imagens.ebc.com.br/a.jpg',
      markdownIncludes: ['Rio Negro. Foto: Ana'],
      markdownExcludes: ['ebc.png'],
    },
  ],
  [
    'channel invitation',
    'agenciabrasil',
    '<h1 class="titulo-materia">O rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"><p>O rio subiu dois metros desde domingo, informa a defesa civil.</p><p>&gt;&gt; <a href="https://whatsapp.com/channel/x">Siga o canal da Agência Brasil no WhatsApp</a></p><p>O governo abriu um canal no WhatsApp para os moradores.</p></div>',
    { markdownIncludes: ['canal no WhatsApp para os moradores'], markdownExcludes: ['Siga o canal'] },
  ],
  [
    'credit first stays',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"><p>*Com informações da Agência X</p><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { markdownIncludes: ['Com informações da Agência X'] },
  ],
  [
    'credit first behind an empty paragraph stays',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"><p> </p><p>*Com informações da Agência X</p><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { markdownIncludes: ['Com informações da Agência X'] },
  ],
  [
    'credit first behind a picture of one pixel stays',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"><p><img src="/conta.jpg" width="1"></p><p>*Com informações da Agência X</p><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { markdownIncludes: ['Com informações da Agência X'], markdownExcludes: ['conta.jpg'] },
  ],
  [
    'no body',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div>',
    { error: 'incomplete' },
  ],
  [
    'no title',
    'agenciabrasil',
    '<div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { error: 'incomplete' },
  ],
  [
    'words of a maintenance page with a date',
    'agenciabrasil',
    '<h1 class="titulo-materia">Site em manutenção</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { error: null },
  ],
  [
    'words of a maintenance page with text and no date',
    'agenciabrasil',
    `<h1 class="titulo-materia">Site em manutenção no Rio</h1><div class="conteudo-noticia"><p>${'Um parágrafo com mais de dez letras para o corpo. '.repeat(5)}</p></div>`,
    { error: null },
  ],
  [
    'words of a maintenance page with neither',
    'agenciabrasil',
    '<h1 class="titulo-materia">Site em manutenção no Rio</h1><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { error: 'unknown' },
  ],
  [
    'date line elsewhere',
    'agenciabrasil',
    '<h1 class="titulo-materia">O rio sobe</h1><h4 class="alt-font">Publicado em 15/01/2026 - 14:30</h4><div class="conteudo-noticia"><p>O rio subiu dois metros desde domingo, informa a defesa civil.</p></div>',
    { publishedAt: '2026-01-15T14:30:00-03:00' },
  ],
  [
    'image data echo',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><figure><img src="/loading_v2.gif" data-echo="https://imagens.ebc.com.br/a.jpg"></figure><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { imageUrl: 'https://imagens.ebc.com.br/a.jpg' },
  ],
  [
    'image noscript',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><figure><img src="/loading_v2.gif"><noscript><img src="/b.jpg"></noscript></figure><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { imageUrl: 'https://agenciabrasil.ebc.com.br/b.jpg' },
  ],
  [
    'image of later figure is not taken',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><figure><img src="/loading_v2.gif"></figure><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p><figure><img src="/relacionada.jpg"></figure></div>',
    { imageUrl: null },
  ],
  [
    'image src',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><figure><img src="/c.jpg"></figure><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { imageUrl: 'https://agenciabrasil.ebc.com.br/c.jpg' },
  ],
  [
    'notes',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p><p>Curto</p><p><em>*Com informações da Agência X</em></p></div>',
    { markdownOrder: ['Um parágrafo com mais', 'Curto'], markdownExcludes: ['Com informações'] },
  ],
  [
    'plain',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    {
      title: 'Rio sobe',
      publishedAt: '2026-01-15T14:30:00-03:00',
      category: 'Notícias',
      subtitle: null,
      editorialLead: null,
      agency: 'agencia_brasil',
      url: 'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/rio',
      error: null,
    },
  ],
  [
    'related articles, counting pictures and invitations are left out',
    'agenciabrasil',
    `<h1 class="titulo-materia">Título</h1><div class="data">Publicado em 15/01/2026 - 14:30</div>
<div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras.</p><h3>Notícias relacionadas:</h3><ul><li><a href="/x">Outra notícia relacionada</a></li></ul><p>Segundo parágrafo do texto inteiro.</p><p>&gt;&gt; Siga o perfil da Agência Brasil no Instagram</p><img src="https://agenciabrasil.ebc.com.br/ebc.png?id=1"><img src="https://agenciabrasil.ebc.com.br/ebc.gif?id=1"></div>`,
    {
      markdownIncludes: ['Um parágrafo com', 'Segundo parágrafo'],
      markdownExcludes: ['relacionad', 'Siga o perfil', 'ebc.png', 'ebc.gif'],
    },
  ],
  [
    'related links in a block',
    'agenciabrasil',
    '<h1 class="titulo-materia">O rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"><p>O rio subiu dois metros desde domingo, informa a defesa civil.</p><div class="relacionadas"><h3>Notícias relacionadas:</h3><div><a href="/geral/noticia/2026-01/outra">Outra notícia do dia</a></div></div><p>As aulas continuam suspensas nesta semana.</p><h3>Notícias relacionadas</h3><div><p>Este bloco tem texto e <a href="/x">um elo</a>.</p></div></div>',
    {
      markdownIncludes: ['aulas continuam', 'Este bloco tem texto'],
      markdownExcludes: ['Outra notícia', 'relacionadas'],
    },
  ],
  [
    'spaces and links',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"><p>A água <strong>sobe</strong> e o <a href="/x">site</a> avisa a população.</p><ul><li>Primeiro ponto da lista</li></ul></div>',
    {
      markdownIncludes: [
        'água **sobe** e',
        '[site](https://agenciabrasil.ebc.com.br/x)',
        '- Primeiro ponto da lista',
      ],
    },
  ],
  [
    'tags row',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="row-tags"><a href="/t/1">Rio</a></div><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { tags: ['Rio'] },
  ],
  [
    'tags',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><a href="/tags/rio">Rio</a><a href="/tags/rio">rio</a><a href="/tags/chuva">Chuva</a><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { tags: ['Rio', 'Chuva'] },
  ],
  [
    'updated',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30 Atualizado em 15/01/2026 - 18:00</div><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { publishedAt: '2026-01-15T14:30:00-03:00', updatedAt: '2026-01-15T18:00:00-03:00' },
  ],
  [
    'video',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p><video><source src="/v.mp4" type="video/mp4"></video></div>',
    { videoUrl: 'https://tvbrasil.ebc.com.br/v.mp4' },
  ],
  [
    'late by three hours is marked',
    'agenciabrasil',
    '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Rio sobe","datePublished":"2026-01-15T17:30:00-03:00"}</script><h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { flags: ['shifted', 'short'] },
  ],
  [
    'its data win over what readers see',
    'agenciabrasil',
    '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Rio sobe","datePublished":"2026-01-15T14:31:00-03:00"}</script><h1 class="titulo-materia">Rio sobe</h1><div class="data">Publicado em 15/01/2026 - 14:30</div><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { publishedAt: '2026-01-15T14:31:00-03:00', flags: ['short'] },
  ],
  [
    'its data alone',
    'agenciabrasil',
    '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Rio sobe","datePublished":"2026-01-15T14:30:00-03:00"}</script><h1>Rio sobe</h1><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { publishedAt: '2026-01-15T14:30:00-03:00' },
  ],
  [
    'its metadata alone',
    'agenciabrasil',
    '<meta property="article:published_time" content="2026-01-15T14:30:00-03:00"><h1 class="titulo-materia">Rio sobe</h1><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { publishedAt: '2026-01-15T14:30:00-03:00' },
  ],
  [
    'picture of the article of 2020',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">15/01/2026</div><article class="container"><img src="/d.jpg"><div class="post-item-wrap"><p>Um parágrafo com mais de dez letras para o corpo.</p></div></article>',
    { imageUrl: 'https://agenciabrasil.ebc.com.br/d.jpg', markdownIncludes: ['Um parágrafo'] },
  ],
  [
    'picture before the article',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">15/01/2026</div><div class="post-image"><img src="/e.jpg"></div><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { imageUrl: 'https://agenciabrasil.ebc.com.br/e.jpg' },
  ],
  [
    'title of its metadata',
    'agenciabrasil',
    '<meta property="og:title" content="Rio sobe"><div class="data">15/01/2026</div><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { title: 'Rio sobe' },
  ],
  [
    'title of its data',
    'agenciabrasil',
    '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Rio sobe","datePublished":"2026-01-15T14:30:00-03:00"}</script><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { title: 'Rio sobe' },
  ],
  [
    'no date, and a text',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="conteudo-noticia"><p>O rio subiu dois metros desde domingo, informa a defesa civil da cidade. O rio subiu dois metros desde domingo, informa a defesa civil da cidade. O rio subiu dois metros desde domingo, informa a defesa civil da cidade. O rio subiu dois metros desde domingo, informa a defesa civil da cidade. O rio subiu dois metros desde domingo, informa a defesa civil da cidade. O rio subiu dois metros desde domingo, informa a defesa civil da cidade.</p></div>',
    { publishedAt: null, error: null },
  ],
  [
    'a picture alone is no empty paragraph',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">15/01/2026</div><div class="conteudo-noticia"><p><img src="/f.jpg"></p><p> </p><p>* Com informações da Agência X</p><p>Um parágrafo com mais de dez letras para o corpo.</p></div>',
    { markdownIncludes: ['f.jpg'], markdownExcludes: ['Com informações'] },
  ],
  [
    'a picture of one pixel counts readers',
    'agenciabrasil',
    '<h1 class="titulo-materia">Rio sobe</h1><div class="data">15/01/2026</div><div class="conteudo-noticia"><p>Um parágrafo com mais de dez letras para o corpo.</p><p>Fim <img src="/g.jpg" width="1"></p></div>',
    { markdownExcludes: ['g.jpg'] },
  ],
  [
    'time in its data',
    'tvbrasil',
    '<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2026-02-02T23:00:00-03:00","dateModified":"2026-02-03T08:00:00-03:00"}</script><h1>Foz</h1><article><p>A repórter investiga as rotas do contrabando.</p></article>',
    { publishedAt: '2026-02-02T23:00:00-03:00', updatedAt: '2026-02-03T08:00:00-03:00' },
  ],
  [
    'programme by its link',
    'tvbrasil',
    '<h4 class="txtNoticias">Programa <a href="/caminhos">Caminhos</a></h4><h5>No AR em 02/02/2026 - 23:00</h5><h1>Foz</h1><article><p>A repórter investiga.</p></article><article><p>Ela volta a Foz.<article>Dentro.</article></p></article>',
    { editorialLead: 'Caminhos', markdownOrder: ['A repórter', 'Ela volta'] },
  ],
  [
    'first video with an address',
    'tvbrasil',
    '<h1>Foz</h1><h5>No AR em 02/02/2026 - 23:00</h5><video><source src="javascript:1" type="video/mp4"><source src="/w.webm" type="video/webm"><source src="/w.mp4" type="video/mp4"></video><article><p>A repórter investiga as rotas do contrabando.</p></article>',
    { videoUrl: 'https://tvbrasil.ebc.com.br/w.mp4' },
  ],
  [
    'aired',
    'tvbrasil',
    '<h4 class="txtNoticias">Caminhos</h4><h5>No AR em 02/02/2026 - 23:00</h5><h1>Foz</h1><article><p>A repórter investiga as rotas do contrabando.</p><p>*Restrição de uso: veja</p><p>Clique aqui para saber como sintonizar</p><p>Tags: foz</p></article>',
    {
      title: 'Foz',
      publishedAt: '2026-02-02T23:00:00-03:00',
      editorialLead: 'Caminhos',
      imageUrl: null,
      agency: 'tvbrasil',
      category: 'Notícias',
      markdown: 'A repórter investiga as rotas do contrabando.',
    },
  ],
  [
    'date display',
    'tvbrasil',
    '<h5><span class="date-display-single">02/02/2026 - 23:00</span></h5><h1>Foz</h1><article><p>A repórter investiga as rotas do contrabando.</p><p>*Restrição de uso: veja</p><p>Clique aqui para saber como sintonizar</p><p>Tags: foz</p></article>',
    { publishedAt: '2026-02-02T23:00:00-03:00', editorialLead: null },
  ],
  [
    'video absolute',
    'tvbrasil',
    '<h1>Foz</h1><h5>No AR em 02/02/2026 - 23:00</h5><video><source src="https://cdn.ebc.com.br/v.mp4" type="video/mp4"></video><article><p>A repórter investiga as rotas do contrabando.</p><p>*Restrição de uso: veja</p><p>Clique aqui para saber como sintonizar</p><p>Tags: foz</p></article>',
    { videoUrl: 'https://cdn.ebc.com.br/v.mp4' },
  ],
]

const LISTINGS: ListingRow[] = [
  [
    'listing with times, machine-readable ones first',
    '<html><body><div class="item"><a class="capa-noticia" href="/geral/noticia/2026-01/rio1">Um</a><time datetime="2026-01-15T10:00:00-03:00">x</time><span class="data">14/01/2026</span></div><div class="views-row"><a class="capa-noticia" href="/geral/noticia/2026-01/rio2">Dois</a><span class="date-x">13/01/2026 09h00</span></div><div class="items"><a class="capa-noticia" href="/geral/noticia/2026-01/rio3">Três</a><span class="data">12/01/2026</span></div></body></html>',
    {
      items: [
        { title: 'Um', date: '2026-01-15' },
        { title: 'Dois', date: '2026-01-13' },
        { title: 'Três', date: null },
      ],
    },
    { url: 'https://agenciabrasil.ebc.com.br/ultimas', site: 'agenciabrasil' },
  ],
  [
    'listing whose links have other words',
    '<html><body><a class="capa-noticia" href="/geral/noticia/2026-01/rio1" title="Um"></a><a class="capa-noticia" href="/geral/noticia/2026-01/rio2"><img alt="Dois"></a><a class="capa-noticia" href="/geral/noticia/2026-01/rio3"></a><a class="capa-noticia" href="mailto:a/noticia/">Quatro</a></body></html>',
    { items: [{ title: 'Um' }, { title: 'Dois' }] },
    { url: 'https://agenciabrasil.ebc.com.br/ultimas', site: 'agenciabrasil' },
  ],
  [
    'listing with two texts of one address',
    '<html><body><a class="capa-noticia" href="/geral/noticia/2026-01/rio1">Um</a><a class="capa-noticia" href="/geral/noticia/2026-01/rio1">Outro</a></body></html>',
    { items: [{ title: 'Um' }] },
    { url: 'https://agenciabrasil.ebc.com.br/ultimas', site: 'agenciabrasil' },
  ],
  [
    'listing of a negative page',
    '<html><body><a class="capa-noticia" href="/geral/noticia/2026-01/rio1">Um</a></body></html>',
    { nextUrl: 'https://agenciabrasil.ebc.com.br/ultimas?page=1' },
    { url: 'https://agenciabrasil.ebc.com.br/ultimas?page=-1', site: 'agenciabrasil' },
  ],
  [
    'large listing without entries',
    '<html><body><p>x</p>' + '<p>'.padEnd(40_000, 'x') + '</body></html>',
    { error: 'html_changed' },
    { url: 'https://agenciabrasil.ebc.com.br/ultimas', site: 'agenciabrasil' },
  ],
  [
    'large later page without entries',
    '<html><body><p>x</p>' + '<p>'.padEnd(40_000, 'x') + '</body></html>',
    { items: [], nextUrl: null, error: null },
    { url: 'https://agenciabrasil.ebc.com.br/ultimas?page=2', site: 'agenciabrasil' },
  ],
  [
    'listing known',
    '<html><body><a class="capa-noticia" href="http://agenciabrasil.ebc.com.br/geral/noticia/2026-01/rio1">R</a><a class="capa-noticia" href="http://agenciabrasil.ebc.com.br/geral/noticia/2026-01/rio2">R</a><a class="capa-noticia" href="http://agenciabrasil.ebc.com.br/geral/noticia/2026-01/rio3">R</a></body></html>',
    { collect: [], stopped: 'known_urls' },
    {
      known: [
        'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/rio1',
        'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/rio2',
        'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/rio3',
      ],
      url: 'https://agenciabrasil.ebc.com.br/ultimas',
      site: 'agenciabrasil',
    },
  ],
  [
    'listing next page',
    '<html><body><a class="capa-noticia" href="/geral/noticia/2026-01/rio">Rio</a></body></html>',
    { nextUrl: 'https://agenciabrasil.ebc.com.br/ultimas?page=3' },
    { url: 'https://agenciabrasil.ebc.com.br/ultimas?page=2', site: 'agenciabrasil' },
  ],
  [
    'listing',
    '<html><body><a class="capa-noticia" href="/geral/noticia/2026-01/rio"><img src="x.jpg"></a><a class="capa-noticia" href="http://agenciabrasil.ebc.com.br/geral/noticia/2026-01/rio">Rio sobe</a><a class="capa-noticia" href="/geral/noticia/2026-01/rio-2"><img alt="foto"></a><a class="capa-noticia" href="/geral/noticia/2026-01/rio-2">Chuva passa</a><a class="capa-noticia" href="/geral/galeria/2026-01/fotos">Fotos</a><a class="capa-noticia" href="/radioagencia-nacional/geral/audio/2026-01/x">Áudio</a><a class="capa-noticia" href="https://radios.ebc.com.br/noticia/1">Rádio</a></body></html>',
    {
      items: [
        { title: 'Rio sobe', url: 'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/rio' },
        { title: 'Chuva passa', url: 'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/rio-2' },
      ],
      nextUrl: 'https://agenciabrasil.ebc.com.br/ultimas?page=1',
      collect: [
        'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/rio',
        'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/rio-2',
      ],
      stopped: null,
      error: null,
    },
    { url: 'https://agenciabrasil.ebc.com.br/ultimas', site: 'agenciabrasil' },
  ],
  [
    'listing',
    '<html><body><h3 class="heading"><a href="/outra">Fora</a></h3><div class="view-ultimas"><h3 class="heading"><a href="http://tvbrasil.ebc.com.br/caminhos/2026/02/foz">Foz</a></h3></div></body></html>',
    {
      items: [{ title: 'Foz', url: 'https://tvbrasil.ebc.com.br/caminhos/2026/02/foz' }],
      nextUrl: 'https://tvbrasil.ebc.com.br/ultimas?page=1',
    },
    { url: 'https://tvbrasil.ebc.com.br/ultimas', site: 'tvbrasil' },
  ],
]

describe('article of EBC', () => {
  it.each(ROWS)('%s: %s', (_, site, body, expected) => {
    expect(wrongInEbc(site, body, expected)).toEqual([])
  })
  it.each(LISTINGS)('listing: %s', (_, page, expected, options) => {
    expect(wrongInListing(page, expected, options)).toEqual([])
  })
})
