import { describe, expect, it } from 'vitest'
import { findMedia } from './media.ts'

const none = { imageUrl: null, videoUrl: null, content: null }

describe('findMedia', () => {
  it('uses the row’s own addresses', () => {
    expect(findMedia(none)).toEqual({ has_image: false, has_video: false })
    expect(findMedia({ ...none, imageUrl: 'https://x.br/a.jpg', videoUrl: 'https://x.br/v' })).toEqual({
      has_image: true,
      has_video: true,
    })
  })

  it.each([
    ['Texto ![](https://x.br/a.png)', true, false],
    ['<figure><img src="a.jpg"></figure>', true, false],
    ['Assista: https://www.youtube.com/watch?v=abc', false, true],
    ['[vídeo](https://youtu.be/abc)', false, true],
    ['<video src="a"></video>', false, true],
    ['Siga o canal youtube.com/mec e veja imagens', false, false],
    ['Uma imagem [foto](https://x.br/foto)', false, false],
  ])('searches the text: %s', (content, image, video) => {
    expect(findMedia({ ...none, content })).toEqual({ has_image: image, has_video: video })
  })
})
