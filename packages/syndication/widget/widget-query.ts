/** The widget's operation. It is sent by its hash, so that caches answer a short address. */
export const WIDGET_QUERY =
  'query PautaNews($config: WidgetConfigInput!) { widgetArticles(config: $config) { articles { uniqueId title url image agencyName publishedAt } } }'
