import './no-form-data.mjs' // oxlint-disable-line import/no-unassigned-import
export { default } from 'axios/unsafe/axios.js'
