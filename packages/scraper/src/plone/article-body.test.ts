import { describe, expect, it } from 'vitest'
import { wrongInArticle, type ArticleRow } from '../../test-pages/small-pages.ts'

const ROWS: ArticleRow[] = [
  [
    'base element',
    {
      head: '<base href="https://www.gov.br/pesca/pt-br/noticias/outra-pasta/">',
      before: '<p>Leia <a href="a">esta notícia</a> sobre o tema.</p>',
    },
    { markdownIncludes: ['](https://www.gov.br/pesca/pt-br/noticias/outra-pasta/a)'] },
  ],
  [
    'only a heading repeats the title',
    {
      before:
        '<h2>Curso de redes abre inscrições</h2><h2>Outro título</h2><p>Curso de redes abre inscrições</p>',
      after: '<h1>Depois do texto</h1>',
    },
    {
      markdownOrder: ['## Outro título', '\nCurso de redes abre inscrições\n', '# Depois do texto'],
      markdownExcludes: ['# Curso de redes'],
    },
  ],
  [
    'category sentence survives',
    {
      after:
        '<p>Categoria profissional de pescadores terá prioridade na seleção deste ano.</p><p>Categoria que mais cresce no estado</p>',
    },
    {
      markdownIncludes: ['Categoria profissional de pescadores terá prioridade', 'Categoria que mais cresce'],
    },
  ],
  [
    'contacts',
    {
      after:
        '<p>O anúncio foi feito em entrevista coletiva de imprensa.</p><p>Ligue para (61) 3030-5000 e peça o formulário.</p><p>A Assessoria de Imprensa do instituto informou que o prazo pode ser maior.</p><p>Assessoria de Comunicação Social<br>ascom@pesca.gov.br<br>(61) 2027-3538</p><p>Tel.: (61) 2027-3538</p><p>instagram.com/pescagov</p>',
    },
    {
      markdownIncludes: [
        'em entrevista coletiva de imprensa',
        'Ligue para (61) 3030-5000 e peça',
        'A Assessoria de Imprensa do instituto informou que',
      ],
      markdownExcludes: ['ascom@', '2027-3538', 'instagram.com', 'Assessoria de Comunicação Social'],
    },
  ],
  [
    'contacts go with their labels, as one block',
    {
      after:
        '<p>O instituto nas redes<br>instagram.com/pescagov</p><p>Telefone<br>dos pescadores<br>(61) 2027-3538</p>',
    },
    {
      markdownIncludes: ['manejo de redes'],
      markdownExcludes: ['O instituto nas redes', 'dos pescadores'],
    },
  ],
  [
    'date sentences survive',
    {
      text: `<p>O Instituto Nacional de Pesca abriu nesta segunda-feira as inscrições para o curso gratuito de manejo de redes, com aulas em oito estados e turmas à noite.</p>
<p>Os interessados podem se inscrever até o dia 30 pela internet, e o resultado sai na primeira semana do mês seguinte, em lista publicada na página do instituto.</p>
<p>O decreto foi publicado em 05/01/2026.</p><p>Publicado em 10/02/2026, o edital traz regras novas para as associações que aderirem ao programa até o fim do ano.</p><p>Última modificação: 11/02/2026</p>`,
    },
    {
      publishedAt: '2026-03-04T10:00:00-03:00',
      markdownIncludes: ['O decreto foi publicado em 05/01/2026.', 'Publicado em 10/02/2026, o edital traz'],
      markdownExcludes: ['Última modificação'],
    },
  ],
  ['empty is kept', { text: '' }, { markdown: '', flags: ['short'], error: null }],
  [
    'guard keeps text',
    { before: '<div class="category tags">', after: '</div>' },
    { markdownIncludes: ['manejo de redes', 'pela internet', 'perto de casa'] },
  ],
  [
    'html in text is escaped',
    { before: '<p>A &lt;script&gt; e &amp;lt; aparecem no texto.</p>' },
    { markdownIncludes: ['\\<script>'], markdownExcludes: ['A <script>'] },
  ],
  [
    'label in bold',
    { before: '<p><b>Tags:</b> pesca, cursos</p>' },
    { markdownExcludes: ['cursos', 'Tags'] },
  ],
  [
    'lines',
    { after: '<div>Home<br>Voltar<br>copiar link<br>=====<br>imprensa@pesca.gov.br</div>' },
    {
      markdownExcludes: ['Voltar', 'Home', 'copiar link', '===', 'imprensa@'],
      markdownIncludes: ['manejo de redes'],
    },
  ],
  [
    'phones in a table, and a row of a press office',
    {
      after:
        '<table><tr><th>Posto</th><th>Telefone</th></tr><tr><td>Belém</td><td>(91) 3030-5000</td></tr><tr><td>Natal</td><td><p>(84) 3030-6000</p></td></tr><tr><td>Ascom</td><td>(61) 2027-3538</td></tr></table><table><tr><td><p>As aulas começam em maio.</p><p>Tel.: (61) 2027-3539</p></td></tr></table>',
    },
    {
      markdownIncludes: ['| Belém | (91) 3030-5000 |', '| Natal | (84) 3030-6000 |', 'As aulas começam'],
      markdownExcludes: ['Ascom', '2027-3538', '2027-3539'],
    },
  ],
  [
    'long sentence with press office',
    {
      text: `<p>Segundo a Assessoria de Comunicação da pasta, o telefone (61) 3030-5000 recebe pedidos de informação de segunda a sexta, das oito às dezoito horas, e aos sábados pela manhã em regime de plantão.</p><p>O Instituto Nacional de Pesca abriu nesta segunda-feira as inscrições para o curso gratuito de manejo de redes, com aulas em oito estados e turmas à noite.</p>
<p>Os interessados podem se inscrever até o dia 30 pela internet, e o resultado sai na primeira semana do mês seguinte, em lista publicada na página do instituto.</p>`,
    },
    { markdownIncludes: ['telefone (61) 3030-5000', 'Assessoria de Comunicação da pasta'] },
  ],
  [
    'many contact lines',
    {
      text: `<p>O Instituto Nacional de Pesca abriu nesta segunda-feira as inscrições para o curso gratuito de manejo de redes, com aulas em oito estados e turmas à noite.</p>
<p>Os interessados podem se inscrever até o dia 30 pela internet, e o resultado sai na primeira semana do mês seguinte, em lista publicada na página do instituto.</p>
<p>Assessoria de Comunicação Social do instituto, com informações da agência</p><p>Contato: (61) 2022-1234 / ascom@pesca.gov.br</p><p>Instituto de Pesca<br>Assessoria de Imprensa<br>(61) 2022-7530</p><p>ascom@pesca.gov.br</p>`,
    },
    { markdownExcludes: ['Assessoria', '2022', 'ascom@'], markdownIncludes: ['manejo de redes'] },
  ],
  [
    'markup',
    {
      before:
        '<h2>Como participar</h2><p>Leve <strong>documento com foto </strong><em>até sexta</em>. Veja o <a href="/pesca/edital.pdf">edital</a>.</p><ul><li>Cópia do registro</li><li>Comprovante</li></ul><ol><li>Preencher</li><li>Enviar</li></ol><table><tr><th>Cidade</th><th>Vagas</th></tr><tr><td>Manaus</td><td>40</td></tr></table><blockquote><p>Sem custo</p></blockquote><img src="/pesca/r.jpg" alt="Rede">',
    },
    {
      markdownIncludes: [
        '## Como participar',
        '**documento com foto**',
        '*até sexta*',
        '- Cópia do registro',
        '1. Preencher',
        '2. Enviar',
        '| Cidade | Vagas |',
        '| --- | --- |',
        '| Manaus | 40 |',
        '[edital](https://www.gov.br/pesca/edital.pdf)',
        '![Rede](https://www.gov.br/pesca/r.jpg)',
        '> Sem custo',
      ],
      markdownOrder: ['Como participar', 'Preencher', 'Manaus'],
    },
  ],
  [
    'metadata',
    {
      before:
        '<p><label>Categoria</label> cursos</p><div>Tags: pesca, cursos</div><p>Palavras-chave: cursos</p><div class="date-info">10/10/2025</div>',
    },
    { markdownExcludes: ['Categoria', 'Palavras-chave', 'Tags', 'cursos'] },
  ],
  [
    'nested lists',
    { before: '<ul><li>Norte<ul><li>Manaus</li></ul></li><li>Sul</li></ul>' },
    {
      markdownIncludes: [
        `- Norte
  - Manaus`,
        '- Sul',
      ],
    },
  ],
  [
    'nitf',
    {
      title: '',
      byline: `<article><p class="section">Seção</p><p class="nitfSubtitle">Formação</p><h1 class="documentFirstHeading">Curso de redes abre inscrições</h1><div class="documentDescription">Aulas grátis</div><div class="documentByLine"><span class="documentPublished"><span>Publicado em</span> <span class="value">04/03/2026 10h00</span></span></div>
<div id="content-core"><div id="parent-fieldname-text"><div property="rnews:articleBody">`,
      after: '</div></div></div></article>',
    },
    {
      title: 'Curso de redes abre inscrições',
      editorialLead: 'Formação',
      subtitle: 'Aulas grátis',
      markdownIncludes: ['manejo de redes'],
      markdownExcludes: ['Seção', 'Formação', 'Aulas grátis'],
    },
  ],
  [
    'phone list is kept',
    {
      text: '<p>Manaus: (92) 3030-5000</p><p>Manaus: (92) 3030-5001 ou: (92) 3030-5001</p><p>Belém: (91) 3030-5002</p><p>Macapá: (96) 3030-5003</p><p>Óbidos: (93) 3030-5004</p><p>Santarém: (93) 3030-5005</p>',
    },
    { markdownIncludes: ['Manaus: (92) 3030-5001', 'Santarém: (93) 3030-5005'] },
  ],
  [
    'published sentence survives',
    {
      after:
        '<p>Publicado em 2019, o manual de redes trazia as primeiras regras para o uso de malhas em rios pequenos.</p>',
    },
    { markdownIncludes: ['Publicado em 2019, o manual'] },
  ],
  [
    'share sentence survives',
    { after: '<p>Compartilhe com a família o calendário das aulas.</p>' },
    { markdownIncludes: ['Compartilhe com a família o calendário'] },
  ],
  [
    'share',
    {
      before:
        '<div><p>Compartilhe:</p><a href="https://www.facebook.com/sharer/sharer.php?u=x">Facebook</a> <a href="https://twitter.com/intent/tweet?x">Twitter</a> <a href="https://api.whatsapp.com/send?text=x">WhatsApp</a></div><div class="sharing-box">link para Copiar para área de transferência</div>',
    },
    { markdownExcludes: ['Compartilhe', 'Facebook', 'twitter', 'Copiar'] },
  ],
  [
    'short is kept',
    { text: '<img src="/pesca/f.jpg"><p>Veja as fotos da oficina.</p>' },
    {
      markdownIncludes: ['Veja as fotos da oficina.'],
      flags: ['short'],
      publishedAt: '2026-03-04T10:00:00-03:00',
      imageUrl: 'https://www.gov.br/pesca/f.jpg',
      markdownExcludes: ['Error retrieving content'],
      error: null,
    },
  ],
  [
    'social link in sentence survives',
    {
      after:
        '<p>A transmissão será feita pelo <a href="https://www.facebook.com/pesca">perfil do instituto</a> e pelo <a href="https://www.youtube.com/pesca">canal no YouTube</a>.</p>',
    },
    {
      markdownIncludes: [
        'transmissão será feita pelo [perfil do instituto](https://www.facebook.com/pesca)',
        'canal no YouTube',
      ],
    },
  ],
  [
    'spaces around emphasis',
    { before: '<p>O curso <b>gratuito</b> de redes ensina que H<sub>2</sub>O é água.</p>' },
    { markdownIncludes: ['curso **gratuito** de redes', 'H2O'] },
  ],
  [
    'table of one column',
    {
      breadcrumbs: '',
      after: '<table><tr><td>Norte</td></tr><tr><td><strong>Sul</strong></td></tr></table>',
    },
    {
      markdownIncludes: [
        `Norte

**Sul**`,
      ],
    },
  ],
  [
    'table spans',
    {
      breadcrumbs: '',
      after:
        '<table><thead><tr><th rowspan="2">Região</th><th colspan="2">Vagas</th></tr><tr><th>2025</th><th>2026</th></tr></thead><tbody><tr><td>Norte</td><td>100</td><td>120</td></tr><tr><td>Sul</td><td colspan="2">sem dados</td></tr></tbody></table>',
    },
    {
      markdownIncludes: [
        `| Região | Vagas |  |
| --- | --- | --- |
|  | 2025 | 2026 |
| Norte | 100 | 120 |
| Sul | sem dados |  |`,
      ],
    },
  ],
  [
    'unsafe links',
    {
      before:
        '<p>Para saber, <a href="javascript:alert(1)">clique aqui</a> ou <a href="mailto:curso@pesca.gov.br">fale conosco</a>, ou <a href="data:text/html,x">veja mais</a> sobre as turmas.</p>',
    },
    {
      markdownIncludes: ['clique aqui', '[fale conosco](mailto:curso@pesca.gov.br)'],
      markdownExcludes: ['javascript', 'data:text'],
    },
  ],
  [
    'without machinery',
    {
      before:
        '<script>var x</script><style>p{color: red}</style><form><input><button>Enviar</button></form><span class="hiddenStructure">oculto</span>',
    },
    { markdownExcludes: ['var x', 'color: red', 'Enviar', 'oculto'] },
  ],
  [
    'entities escaped twice',
    {
      breadcrumbs: '',
      title:
        '<h1 class="documentFirstHeading">Pesca &amp;amp; aquicultura: inscri&amp;ccedil;&amp;otilde;es</h1>',
      before:
        '<p>O&amp;nbsp;Instituto abriu as inscri&amp;ccedil;&amp;otilde;es &amp;ldquo;para todos&amp;rdquo;, com &amp;lt;b&amp;gt;aulas&amp;lt;/b&amp;gt;.</p><pre>&amp;lt;b&amp;gt;</pre>',
    },
    {
      title: 'Pesca & aquicultura: inscrições',
      markdownIncludes: [
        'O Instituto abriu as inscrições “para todos”, com \\<b>aulas\\</b>.',
        `\`\`\`
&lt;b&gt;
\`\`\``,
      ],
    },
  ],
]

const METADATA =
  'documentByLine documentPublished documentModified publishedDate updatedDate date-info keywords category tags metadata'.split(
    ' ',
  )
const MORE_ROWS: ArticleRow[] = [
  ...['button', 'nav', 'noscript', 'template'].map((name): ArticleRow => [
    `without <${name}>`,
    { before: `<${name}>Texto oculto</${name}>` },
    { markdownExcludes: ['oculto'] },
  ]),
  ...['form', 'nav'].map((name): ArticleRow => [
    `with the text in <${name}>`,
    { before: `<${name}>`, after: `</${name}>` },
    { markdownIncludes: ['manejo de redes', 'pela internet', 'perto de casa'] },
  ]),
  ...[2, 3, 4, 5, 6].map((level): ArticleRow => [
    `with the heading of a panel, level ${level}`,
    { before: `<h${level}><button>Como participar</button></h${level}>` },
    { markdownIncludes: [`${'#'.repeat(level)} Como participar`] },
  ]),
  ...METADATA.map((name): ArticleRow => [
    `without short text of the class ${name}`,
    { before: `<div class="${name}">Em destaque</div>` },
    { markdownExcludes: ['Em destaque'] },
  ]),
  ...['category', 'tags'].map((name): ArticleRow => [
    `with text of the class ${name}`,
    { before: `<div class="${name}"><p>${'Um texto do portal. '.repeat(7)}</p></div>` },
    { markdownIncludes: ['Um texto do portal.'] },
  ]),
  [
    'without short text of the id category, but with text',
    {
      before: `<div id="category">Em destaque</div><section><div id="category"><p>${'Um texto do portal. '.repeat(7)}</p></div></section>`,
    },
    { markdownExcludes: ['Em destaque'], markdownIncludes: ['Um texto do portal.'] },
  ],
  ...['datePublished', 'dateModified'].map((name): ArticleRow => [
    `without the date marked as ${name}`,
    { before: `<p><span itemprop="${name}">Ontem</span></p>` },
    { markdownExcludes: ['Ontem'] },
  ]),
  ...['Categoria', 'Tags:', 'Palavras-chave'].map((label): ArticleRow => [
    `without ${label} and what it is for, but with the text around it`,
    { before: `<p><label>${label}</label> cursos</p>`, after: `<label>${label}</label>` },
    { markdownExcludes: ['cursos', label], markdownIncludes: ['manejo de redes'] },
  ]),
]

describe('body of an article', () => {
  it.each([...ROWS, ...MORE_ROWS])('%s', (_, page, expected, url) => {
    expect(wrongInArticle(page, expected, url)).toEqual([])
  })
})
