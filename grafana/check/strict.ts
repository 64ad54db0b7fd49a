// A dashboard as its JSON is written: Grafana's own types, with what they leave open closed for the kinds of panel
// that are used here, and with enums as their plain values. An object literal with a field that is not in here is an
// error of the compiler.
import type * as common from "@grafana/grafana-foundation-sdk/common";
import type * as dashboard from "@grafana/grafana-foundation-sdk/dashboard";
import type * as prometheus from "@grafana/grafana-foundation-sdk/prometheus";
import type * as stat from "@grafana/grafana-foundation-sdk/stat";
import type * as timeseries from "@grafana/grafana-foundation-sdk/timeseries";
import type * as units from "@grafana/grafana-foundation-sdk/units";

type Json<T> = T extends string
  ? `${T}`
  : T extends number | boolean | null | undefined
    ? T
    : T extends (infer Item)[]
      ? Json<Item>[]
      : T extends object
        ? { [K in keyof T]: Json<T[K]> }
        : T;

type Query = Omit<Json<prometheus.Dataquery>, "_implementsDataqueryVariant">;

type Override<Custom> = {
  matcher: { id: "byRegexp"; options: string };
  properties: { [K in keyof Custom & string]-?: { id: `custom.${K}`; value: Json<NonNullable<Custom[K]>> } }[keyof Custom &
    string][];
};

type Panel<Type extends string, Options, Custom> = Omit<
  Json<Omit<dashboard.Panel, "options" | "fieldConfig" | "targets">>,
  "type"
> & {
  type: Type;
  options: Json<Options>;
  targets: Query[];
  fieldConfig: {
    defaults: Json<Omit<dashboard.FieldConfig, "custom" | "unit">> & {
      unit: (typeof units)[keyof typeof units];
      custom?: Json<Custom>;
    };
    overrides: Override<Custom>[];
  };
};

type Variable = Omit<Json<dashboard.VariableModel>, "query"> & { query: string | { query: string; refId: string } };

export type Dashboard = Json<Omit<dashboard.Dashboard, "panels" | "templating">> & {
  panels: (
    | Panel<"timeseries", timeseries.Options, common.GraphFieldConfig>
    | Panel<"stat", stat.Options, Record<string, never>>
  )[];
  templating: { list: Variable[] };
};
