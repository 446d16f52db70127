/** Where an article's pictures and films are looked for. */
export interface MediaSource {
  imageUrl: string | null
  videoUrl: string | null
  content: string | null
}

const IMAGE_IN_TEXT = /!\[[^\]\n]{0,500}\]\(|<(?:img|picture)\b/i
const VIDEO_IN_TEXT =
  /<video\b|(?:youtube(?:-nocookie)?\.com\/(?:watch|embed|live|shorts)|youtu\.be\/|vimeo\.com\/(?:video\/)?\d|\.(?:mp4|webm|m3u8)\b)/i

/** Whether a reader will find a picture or a film: by the row's own addresses, else by what the text embeds. */
export function findMedia({ imageUrl, videoUrl, content }: MediaSource): {
  has_image: boolean
  has_video: boolean
} {
  return {
    has_image: imageUrl !== null || (content !== null && IMAGE_IN_TEXT.test(content)),
    has_video: videoUrl !== null || (content !== null && VIDEO_IN_TEXT.test(content)),
  }
}
