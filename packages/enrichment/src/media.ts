/** The fields that may contain images and videos. */
export interface MediaSource {
  imageUrl: string | null
  videoUrl: string | null
  content: string | null
}

const IMAGE_IN_TEXT = /!\[[^\]\n]{0,500}\]\(|<(?:img|picture)\b/i
const VIDEO_IN_TEXT =
  /<video\b|(?:youtube(?:-nocookie)?\.com\/(?:watch|embed|live|shorts)|youtu\.be\/|vimeo\.com\/(?:video\/)?\d|\.(?:mp4|webm|m3u8)\b)/i

/** Whether an article shows an image or a video: by the row's addresses, else by embedded media in the text. */
export function findMedia({ imageUrl, videoUrl, content }: MediaSource): {
  has_image: boolean
  has_video: boolean
} {
  return {
    has_image: imageUrl !== null || IMAGE_IN_TEXT.test(content ?? ''),
    has_video: videoUrl !== null || VIDEO_IN_TEXT.test(content ?? ''),
  }
}
