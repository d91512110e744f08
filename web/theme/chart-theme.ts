import { coloursOfAllThemes } from './colours-of-all-themes.ts';
import { fontFamily, type ThemeName } from './theme-design-tokens.ts';

/**
 * Colours of series in order: celadon first, then warm and cold in turn. Shapes and labels distinguish series too,
 * never colour alone.
 */
function seriesColours(name: ThemeName): string[] {
  const t = coloursOfAllThemes[name];
  return name === 'light'
    ? [t.celadon, t.bronze, '#3f6f9c', '#8a5a86', '#68792c', t.inkSoft]
    : [t.celadon, t.bronze, '#86b7e0', '#d3a3cf', '#b7c77a', t.inkSoft];
}

/** An ECharts theme object: `echarts.init(element, chartTheme('dark'))`. */
export function chartTheme(name: ThemeName): Record<string, unknown> {
  const t = coloursOfAllThemes[name];
  const axis = {
    axisLine: { lineStyle: { color: t.lineStrong } },
    axisTick: { lineStyle: { color: t.lineStrong } },
    axisLabel: { color: t.inkSoft },
    splitLine: { lineStyle: { color: t.line } },
    nameTextStyle: { color: t.inkSoft },
  };
  return {
    color: seriesColours(name),
    backgroundColor: 'transparent',
    textStyle: { fontFamily, color: t.inkSoft },
    title: { textStyle: { color: t.ink, fontWeight: 600 }, subtextStyle: { color: t.inkSoft } },
    legend: { textStyle: { color: t.inkSoft } },
    tooltip: {
      backgroundColor: t.paperRaised,
      borderColor: t.line,
      textStyle: { color: t.ink },
      axisPointer: { lineStyle: { color: t.lineStrong }, crossStyle: { color: t.lineStrong } },
    },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: { ...axis, axisLine: { show: false } },
    timeAxis: axis,
    logAxis: axis,
    line: { smooth: false, symbolSize: 6, lineStyle: { width: 2 } },
    bar: { itemStyle: { borderRadius: [2, 2, 0, 0] } },
    visualMap: { textStyle: { color: t.inkSoft }, inRange: { color: [t.celadonWash, t.celadon] } },
    aria: { enabled: true, decal: { show: name === 'projector' } },
  };
}
