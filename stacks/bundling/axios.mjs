import './no-form-data.mjs'
export { default } from 'axios/unsafe/axios.js'
