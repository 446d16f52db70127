import { describe, expect, it } from 'vitest'
import { wrongInArticle, type ArticleRow } from '../../test-pages/small-pages.ts'

const ROWS: ArticleRow[] = [
  [
    'audio',
    {
      text: '<audio class="audioPlayer"><source src="/pesca/a.mp3"></audio><div id="parent-fieldname-text"><p>Transcrição do programa desta semana sobre o curso.</p></div>',
    },
    { markdownIncludes: ['Transcrição do programa'], error: null },
  ],
  [
    'image body beats og',
    {
      head: '<meta property="og:image" content="/pesca/og.jpg">',
      before: '<p><img src="/pesca/foto.jpg"></p>',
    },
    { imageUrl: 'https://www.gov.br/pesca/foto.jpg' },
  ],
  [
    'image gallery',
    {
      before:
        '<div class="swiper-container"><div class="swiper-slide"><img src="/pesca/1.jpg"><div class="swiper-description">Primeira foto</div></div><div class="swiper-slide"><img src="/pesca/2.jpg"><div class="swiper-description">Segunda foto</div></div></div>',
    },
    {
      imageUrl: 'https://www.gov.br/pesca/1.jpg',
      markdownIncludes: ['Primeira foto'],
      markdownOrder: ['1.jpg', '2.jpg'],
    },
  ],
  [
    'image in agency of social affairs',
    { before: '<div class="secao-desenvolvimento-social"><img src="/pesca/foto.jpg" width="100%"></div>' },
    { imageUrl: 'https://www.gov.br/pesca/foto.jpg' },
  ],
  [
    'image lazy data echo',
    { before: '<p><img src="/loading_v2.gif" data-echo="/pesca/c.jpg"></p>' },
    { imageUrl: 'https://www.gov.br/pesca/c.jpg' },
  ],
  [
    'image lazy data original',
    { before: '<p><img src="/++resource++loading.gif" data-original="/pesca/b.jpg"></p>' },
    { imageUrl: 'https://www.gov.br/pesca/b.jpg' },
  ],
  [
    'image lazy data src',
    { before: '<p><img src="data:image/gif;base64,R0lGOD" data-src="/pesca/a.jpg"></p>' },
    { imageUrl: 'https://www.gov.br/pesca/a.jpg' },
  ],
  ['image none', {}, { imageUrl: null }],
  [
    'image og last',
    { head: '<meta property="og:image" content="/pesca/og.jpg">' },
    { imageUrl: 'https://www.gov.br/pesca/og.jpg' },
  ],
  [
    'image root relative',
    { before: '<p><img src="/pesca/pt-br/imagens/rede.jpg" alt="Rede"></p>' },
    { imageUrl: 'https://www.gov.br/pesca/pt-br/imagens/rede.jpg' },
  ],
  [
    'image skips icons',
    {
      before:
        '<div class="social-links"><img src="/whats.png"></div><img src="/img/icon-print.png"><img src="/x.png" width="16" height="16"><p><img src="/pesca/foto.jpg"></p>',
    },
    { imageUrl: 'https://www.gov.br/pesca/foto.jpg' },
  ],
  [
    'image srcset',
    { before: '<p><img src="data:," srcset="/pesca/d-400.jpg 400w, /pesca/d-800.jpg 800w"></p>' },
    { imageUrl: 'https://www.gov.br/pesca/d-400.jpg' },
  ],
  [
    'video lazy frame',
    { before: '<iframe src="about:blank" data-src="https://www.youtube.com/embed/abc"></iframe>' },
    { videoUrl: 'https://www.youtube.com/embed/abc' },
  ],
  [
    'video mp4',
    {
      before:
        '<video><source src="/pesca/v.webm" type="video/webm"><source src="/pesca/v.mp4" type="video/mp4"></video>',
    },
    { videoUrl: 'https://www.gov.br/pesca/v.mp4' },
  ],
  [
    'frame of a video without a title',
    { before: '<iframe src="//www.youtube.com/embed/abc123"></iframe>' },
    { markdownIncludes: ['[Conteúdo de www.youtube.com](https://www.youtube.com/embed/abc123)'] },
  ],
  ['video none', { before: '<iframe src="https://mapas.gov.br/x"></iframe>' }, { videoUrl: null }],
  [
    'video youtube',
    { before: '<iframe src="//www.youtube.com/embed/abc123"></iframe>' },
    { videoUrl: 'https://www.youtube.com/embed/abc123' },
  ],
]

describe('pictures and videos of an article', () => {
  it.each(ROWS)('%s', (_, page, expected, url) => {
    expect(wrongInArticle(page, expected, url)).toEqual([])
  })
})
