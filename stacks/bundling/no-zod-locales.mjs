// Messages of zod go to our logs and to models, in English, which it has apart from these.
export default {}
