import { urlRows } from '../url-channel.ts'

export const webhook = urlRows('webhook')
