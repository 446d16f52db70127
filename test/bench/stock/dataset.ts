export { commit } from '@huggingface/hub'
export { parquetReadObjects } from 'hyparquet'
export { ParquetWriter } from 'hyparquet-writer'
