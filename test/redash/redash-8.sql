SET check_function_bodies = false;

SELECT pg_catalog.set_config('search_path', '', false);

CREATE FUNCTION public.queries_search_vector_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
            BEGIN
                NEW.search_vector = ((setweight(to_tsvector('pg_catalog.simple', regexp_replace(coalesce(CAST(NEW.id AS TEXT), ''), '[-@.]', ' ', 'g')), 'B') || setweight(to_tsvector('pg_catalog.simple', regexp_replace(coalesce(NEW.name, ''), '[-@.]', ' ', 'g')), 'A')) || setweight(to_tsvector('pg_catalog.simple', regexp_replace(coalesce(NEW.description, ''), '[-@.]', ' ', 'g')), 'C')) || setweight(to_tsvector('pg_catalog.simple', regexp_replace(coalesce(NEW.query, ''), '[-@.]', ' ', 'g')), 'D');
                RETURN NEW;
            END
            $$;

CREATE TABLE public.access_permissions (
    object_type character varying(255) NOT NULL,
    object_id integer NOT NULL,
    id integer NOT NULL,
    access_type character varying(255) NOT NULL,
    grantor_id integer NOT NULL,
    grantee_id integer NOT NULL
);

CREATE SEQUENCE public.access_permissions_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.access_permissions_id_seq OWNED BY public.access_permissions.id;

CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);

CREATE TABLE public.alert_subscriptions (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    user_id integer NOT NULL,
    destination_id integer,
    alert_id integer NOT NULL
);

CREATE SEQUENCE public.alert_subscriptions_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.alert_subscriptions_id_seq OWNED BY public.alert_subscriptions.id;

CREATE TABLE public.alerts (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    query_id integer NOT NULL,
    user_id integer NOT NULL,
    options text NOT NULL,
    state character varying(255) NOT NULL,
    last_triggered_at timestamp with time zone,
    rearm integer
);

CREATE SEQUENCE public.alerts_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.alerts_id_seq OWNED BY public.alerts.id;

CREATE TABLE public.api_keys (
    object_type character varying(255) NOT NULL,
    object_id integer NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    org_id integer NOT NULL,
    api_key character varying(255) NOT NULL,
    active boolean NOT NULL,
    created_by_id integer
);

CREATE SEQUENCE public.api_keys_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.api_keys_id_seq OWNED BY public.api_keys.id;

CREATE TABLE public.changes (
    object_type character varying(255) NOT NULL,
    object_id integer NOT NULL,
    id integer NOT NULL,
    object_version integer NOT NULL,
    user_id integer NOT NULL,
    change text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE SEQUENCE public.changes_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.changes_id_seq OWNED BY public.changes.id;

CREATE TABLE public.dashboards (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    version integer NOT NULL,
    org_id integer NOT NULL,
    slug character varying(140) NOT NULL,
    name character varying(100) NOT NULL,
    user_id integer NOT NULL,
    layout text NOT NULL,
    dashboard_filters_enabled boolean NOT NULL,
    is_archived boolean NOT NULL,
    is_draft boolean NOT NULL,
    tags character varying[]
);

CREATE SEQUENCE public.dashboards_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.dashboards_id_seq OWNED BY public.dashboards.id;

CREATE TABLE public.data_source_groups (
    id integer NOT NULL,
    data_source_id integer NOT NULL,
    group_id integer NOT NULL,
    view_only boolean NOT NULL
);

CREATE SEQUENCE public.data_source_groups_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.data_source_groups_id_seq OWNED BY public.data_source_groups.id;

CREATE TABLE public.data_sources (
    id integer NOT NULL,
    org_id integer NOT NULL,
    name character varying(255) NOT NULL,
    type character varying(255) NOT NULL,
    encrypted_options bytea NOT NULL,
    queue_name character varying(255) NOT NULL,
    scheduled_queue_name character varying(255) NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE SEQUENCE public.data_sources_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.data_sources_id_seq OWNED BY public.data_sources.id;

CREATE TABLE public.events (
    id integer NOT NULL,
    org_id integer NOT NULL,
    user_id integer,
    action character varying(255) NOT NULL,
    object_type character varying(255) NOT NULL,
    object_id character varying(255),
    additional_properties text,
    created_at timestamp with time zone NOT NULL
);

CREATE SEQUENCE public.events_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.events_id_seq OWNED BY public.events.id;

CREATE TABLE public.favorites (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    org_id integer NOT NULL,
    object_type character varying(255) NOT NULL,
    object_id integer NOT NULL,
    user_id integer NOT NULL
);

CREATE SEQUENCE public.favorites_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.favorites_id_seq OWNED BY public.favorites.id;

CREATE TABLE public.groups (
    id integer NOT NULL,
    org_id integer NOT NULL,
    type character varying(255) NOT NULL,
    name character varying(100) NOT NULL,
    permissions character varying(255)[] NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE SEQUENCE public.groups_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.groups_id_seq OWNED BY public.groups.id;

CREATE TABLE public.notification_destinations (
    id integer NOT NULL,
    org_id integer NOT NULL,
    user_id integer NOT NULL,
    name character varying(255) NOT NULL,
    type character varying(255) NOT NULL,
    options text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE SEQUENCE public.notification_destinations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.notification_destinations_id_seq OWNED BY public.notification_destinations.id;

CREATE TABLE public.organizations (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    slug character varying(255) NOT NULL,
    settings text NOT NULL
);

CREATE SEQUENCE public.organizations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.organizations_id_seq OWNED BY public.organizations.id;

CREATE TABLE public.queries (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    version integer NOT NULL,
    org_id integer NOT NULL,
    data_source_id integer,
    latest_query_data_id integer,
    name character varying(255) NOT NULL,
    description character varying(4096),
    query text NOT NULL,
    query_hash character varying(32) NOT NULL,
    api_key character varying(40) NOT NULL,
    user_id integer NOT NULL,
    last_modified_by_id integer,
    is_archived boolean NOT NULL,
    is_draft boolean NOT NULL,
    schedule text,
    schedule_failures integer NOT NULL,
    options text NOT NULL,
    search_vector tsvector,
    tags character varying[]
);

CREATE SEQUENCE public.queries_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.queries_id_seq OWNED BY public.queries.id;

CREATE TABLE public.query_results (
    id integer NOT NULL,
    org_id integer NOT NULL,
    data_source_id integer NOT NULL,
    query_hash character varying(32) NOT NULL,
    query text NOT NULL,
    data text NOT NULL,
    runtime double precision NOT NULL,
    retrieved_at timestamp with time zone NOT NULL
);

CREATE SEQUENCE public.query_results_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.query_results_id_seq OWNED BY public.query_results.id;

CREATE TABLE public.query_snippets (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    org_id integer NOT NULL,
    trigger character varying(255) NOT NULL,
    description text NOT NULL,
    user_id integer NOT NULL,
    snippet text NOT NULL
);

CREATE SEQUENCE public.query_snippets_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.query_snippets_id_seq OWNED BY public.query_snippets.id;

CREATE TABLE public.users (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    org_id integer NOT NULL,
    name character varying(320) NOT NULL,
    email character varying(255) NOT NULL,
    profile_image_url character varying(320),
    password_hash character varying(128),
    groups integer[],
    api_key character varying(40) NOT NULL,
    disabled_at timestamp with time zone,
    details json DEFAULT '{}'::json
);

CREATE SEQUENCE public.users_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.users_id_seq OWNED BY public.users.id;

CREATE TABLE public.visualizations (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    type character varying(100) NOT NULL,
    query_id integer NOT NULL,
    name character varying(255) NOT NULL,
    description character varying(4096),
    options text NOT NULL
);

CREATE SEQUENCE public.visualizations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.visualizations_id_seq OWNED BY public.visualizations.id;

CREATE TABLE public.widgets (
    updated_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    visualization_id integer,
    text text,
    width integer NOT NULL,
    options text NOT NULL,
    dashboard_id integer NOT NULL
);

CREATE SEQUENCE public.widgets_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.widgets_id_seq OWNED BY public.widgets.id;

ALTER TABLE ONLY public.access_permissions ALTER COLUMN id SET DEFAULT nextval('public.access_permissions_id_seq'::regclass);

ALTER TABLE ONLY public.alert_subscriptions ALTER COLUMN id SET DEFAULT nextval('public.alert_subscriptions_id_seq'::regclass);

ALTER TABLE ONLY public.alerts ALTER COLUMN id SET DEFAULT nextval('public.alerts_id_seq'::regclass);

ALTER TABLE ONLY public.api_keys ALTER COLUMN id SET DEFAULT nextval('public.api_keys_id_seq'::regclass);

ALTER TABLE ONLY public.changes ALTER COLUMN id SET DEFAULT nextval('public.changes_id_seq'::regclass);

ALTER TABLE ONLY public.dashboards ALTER COLUMN id SET DEFAULT nextval('public.dashboards_id_seq'::regclass);

ALTER TABLE ONLY public.data_source_groups ALTER COLUMN id SET DEFAULT nextval('public.data_source_groups_id_seq'::regclass);

ALTER TABLE ONLY public.data_sources ALTER COLUMN id SET DEFAULT nextval('public.data_sources_id_seq'::regclass);

ALTER TABLE ONLY public.events ALTER COLUMN id SET DEFAULT nextval('public.events_id_seq'::regclass);

ALTER TABLE ONLY public.favorites ALTER COLUMN id SET DEFAULT nextval('public.favorites_id_seq'::regclass);

ALTER TABLE ONLY public.groups ALTER COLUMN id SET DEFAULT nextval('public.groups_id_seq'::regclass);

ALTER TABLE ONLY public.notification_destinations ALTER COLUMN id SET DEFAULT nextval('public.notification_destinations_id_seq'::regclass);

ALTER TABLE ONLY public.organizations ALTER COLUMN id SET DEFAULT nextval('public.organizations_id_seq'::regclass);

ALTER TABLE ONLY public.queries ALTER COLUMN id SET DEFAULT nextval('public.queries_id_seq'::regclass);

ALTER TABLE ONLY public.query_results ALTER COLUMN id SET DEFAULT nextval('public.query_results_id_seq'::regclass);

ALTER TABLE ONLY public.query_snippets ALTER COLUMN id SET DEFAULT nextval('public.query_snippets_id_seq'::regclass);

ALTER TABLE ONLY public.users ALTER COLUMN id SET DEFAULT nextval('public.users_id_seq'::regclass);

ALTER TABLE ONLY public.visualizations ALTER COLUMN id SET DEFAULT nextval('public.visualizations_id_seq'::regclass);

ALTER TABLE ONLY public.widgets ALTER COLUMN id SET DEFAULT nextval('public.widgets_id_seq'::regclass);

INSERT INTO public.access_permissions VALUES ('queries', 4, 1, 'modify', 7, 6);
INSERT INTO public.access_permissions VALUES ('dashboards', 1, 2, 'modify', 6, 7);

INSERT INTO public.alembic_version VALUES ('e5c7a4e2df4d');

INSERT INTO public.alert_subscriptions VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 1, 6, 1, 1);
INSERT INTO public.alert_subscriptions VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 2, 6, 2, 1);
INSERT INTO public.alert_subscriptions VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 3, 7, NULL, 1);

INSERT INTO public.alerts VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 2, 'Quiet', 3, 7, '{"column": "name", "value": "XX", "op": "equals"}', 'ok', NULL, NULL);
INSERT INTO public.alerts VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 1, 'Too many ships', 2, 6, '{"muted": false, "custom_subject": "Ships: {{QUERY_RESULT_VALUE}}", "custom_body": "", "column": "id", "value": 10, "op": "greater than"}', 'triggered', '2024-03-06 09:00:00+00', 60);

INSERT INTO public.api_keys VALUES ('dashboards', 1, '2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 1, 2, 'ttttttttPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP', true, 6);
INSERT INTO public.api_keys VALUES ('dashboards', 3, '2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 2, 2, 'uuuuuuuuPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP', false, 6);

INSERT INTO public.changes VALUES ('queries', 2, 1, 1, 6, '{"last_modified_by_id": {"current": 6, "previous": null}, "user_id": {"current": 6, "previous": null}, "description": {"current": "All ships, *by id*.", "previous": "All ships, *by id*."}, "schedule": {"current": {"interval": 3600, "until": null, "day_of_week": null, "time": null}, "previous": {"interval": 3600, "until": null, "day_of_week": null, "time": null}}, "search_vector": {"current": null, "previous": null}, "is_archived": {"current": false, "previous": false}, "tags": {"current": ["ships", "Berths"], "previous": ["ships", "Berths"]}, "org_id": {"current": 2, "previous": 2}, "schedule_failures": {"current": 0, "previous": 0}, "name": {"current": "Ships of the year", "previous": "Ships of the year"}, "query_hash": {"current": "d62475e5e70d4d46bed15c899ccb933a", "previous": "d62475e5e70d4d46bed15c899ccb933a"}, "query": {"current": "select id, name, tons, arrived from ships order by id", "previous": "select id, name, tons, arrived from ships order by id"}, "api_key": {"current": "q1SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "previous": "q1SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "is_draft": {"current": false, "previous": false}, "options": {"current": {"apply_auto_limit": false}, "previous": {"apply_auto_limit": false}}, "data_source_id": {"current": 5, "previous": null}, "latest_query_data_id": {"current": null, "previous": null}}', '2026-11-28 01:17:27.211407+00');
INSERT INTO public.changes VALUES ('queries', 3, 2, 1, 7, '{"last_modified_by_id": {"current": 7, "previous": 7}, "user_id": {"current": 7, "previous": null}, "description": {"current": null, "previous": null}, "schedule": {"current": null, "previous": null}, "search_vector": {"current": null, "previous": null}, "is_archived": {"current": false, "previous": false}, "tags": {"current": null, "previous": null}, "org_id": {"current": 2, "previous": 2}, "schedule_failures": {"current": 0, "previous": 0}, "name": {"current": "Flags", "previous": "Flags"}, "query_hash": {"current": "9b1431b82c08aba9b3f3a9f711948f17", "previous": "9b1431b82c08aba9b3f3a9f711948f17"}, "query": {"current": "select flag as name, flag as value from flags order by 1", "previous": "select flag as name, flag as value from flags order by 1"}, "api_key": {"current": "q2SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "previous": "q2SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "is_draft": {"current": false, "previous": false}, "options": {"current": {}, "previous": {}}, "data_source_id": {"current": 5, "previous": 5}, "latest_query_data_id": {"current": null, "previous": null}}', '2026-11-28 01:17:27.211407+00');
INSERT INTO public.changes VALUES ('queries', 4, 3, 1, 7, '{"last_modified_by_id": {"current": 7, "previous": 7}, "user_id": {"current": 7, "previous": null}, "description": {"current": null, "previous": null}, "schedule": {"current": {"interval": 86400, "until": "2031-01-01", "day_of_week": null, "time": "06:00"}, "previous": {"interval": 86400, "until": "2031-01-01", "day_of_week": null, "time": "06:00"}}, "search_vector": {"current": null, "previous": null}, "is_archived": {"current": false, "previous": false}, "tags": {"current": ["ships"], "previous": ["ships"]}, "org_id": {"current": 2, "previous": 2}, "schedule_failures": {"current": 0, "previous": 0}, "name": {"current": "Tons by flag", "previous": "Tons by flag"}, "query_hash": {"current": "db26f479d22cdf52bf2f221849a3e137", "previous": "db26f479d22cdf52bf2f221849a3e137"}, "query": {"current": "select flag, sum(tons) as tons from ships where flag = ''{{ flag }}'' and arrived >= ''{{ since.start }}'' and arrived < ''{{ since.end }}'' group by 1", "previous": "select flag, sum(tons) as tons from ships where flag = ''{{ flag }}'' and arrived >= ''{{ since.start }}'' and arrived < ''{{ since.end }}'' group by 1"}, "api_key": {"current": "q3SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "previous": "q3SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "is_draft": {"current": false, "previous": false}, "options": {"current": {"parameters": [{"name": "flag", "title": "Flag", "global": false, "value": "NO", "queryId": 3, "type": "query", "locals": []}, {"name": "since", "title": "Since", "global": false, "value": {"start": "2024-01-01", "end": "2024-12-31"}, "type": "date-range", "locals": []}]}, "previous": {"parameters": [{"name": "flag", "title": "Flag", "global": false, "value": "NO", "queryId": 3, "type": "query", "locals": []}, {"name": "since", "title": "Since", "global": false, "value": {"start": "2024-01-01", "end": "2024-12-31"}, "type": "date-range", "locals": []}]}}, "data_source_id": {"current": 5, "previous": 5}, "latest_query_data_id": {"current": null, "previous": null}}', '2026-11-28 01:17:27.211407+00');
INSERT INTO public.changes VALUES ('queries', 5, 4, 1, 8, '{"last_modified_by_id": {"current": 8, "previous": 8}, "user_id": {"current": 8, "previous": null}, "description": {"current": null, "previous": null}, "schedule": {"current": null, "previous": null}, "search_vector": {"current": null, "previous": null}, "is_archived": {"current": false, "previous": false}, "tags": {"current": null, "previous": null}, "org_id": {"current": 2, "previous": 2}, "schedule_failures": {"current": 0, "previous": 0}, "name": {"current": "A draft", "previous": "A draft"}, "query_hash": {"current": "c76f782428bd11b1c0b745d5137d5623", "previous": "c76f782428bd11b1c0b745d5137d5623"}, "query": {"current": "select 1 as one", "previous": "select 1 as one"}, "api_key": {"current": "q4SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "previous": "q4SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "is_draft": {"current": true, "previous": true}, "options": {"current": {}, "previous": {}}, "data_source_id": {"current": 5, "previous": 5}, "latest_query_data_id": {"current": null, "previous": null}}', '2026-11-28 01:17:27.211407+00');
INSERT INTO public.changes VALUES ('queries', 6, 5, 1, 9, '{"last_modified_by_id": {"current": 9, "previous": 9}, "user_id": {"current": 9, "previous": null}, "description": {"current": null, "previous": null}, "schedule": {"current": null, "previous": null}, "search_vector": {"current": null, "previous": null}, "is_archived": {"current": true, "previous": true}, "tags": {"current": null, "previous": null}, "org_id": {"current": 2, "previous": 2}, "schedule_failures": {"current": 0, "previous": 0}, "name": {"current": "Old cranes", "previous": "Old cranes"}, "query_hash": {"current": "eec7df3730ad83860bfab2f01f8a7022", "previous": "eec7df3730ad83860bfab2f01f8a7022"}, "query": {"current": "select 2 as two", "previous": "select 2 as two"}, "api_key": {"current": "q5SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "previous": "q5SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "is_draft": {"current": false, "previous": false}, "options": {"current": {}, "previous": {}}, "data_source_id": {"current": 5, "previous": 5}, "latest_query_data_id": {"current": null, "previous": null}}', '2026-11-28 01:17:27.211407+00');
INSERT INTO public.changes VALUES ('queries', 7, 6, 1, 6, '{"last_modified_by_id": {"current": 6, "previous": null}, "user_id": {"current": 6, "previous": null}, "description": {"current": null, "previous": null}, "schedule": {"current": null, "previous": null}, "search_vector": {"current": null, "previous": null}, "is_archived": {"current": false, "previous": false}, "tags": {"current": null, "previous": null}, "org_id": {"current": 2, "previous": 2}, "schedule_failures": {"current": 0, "previous": 0}, "name": {"current": "Tons again", "previous": "Tons again"}, "query_hash": {"current": "52df778d260a1056dd9261f39bb2d194", "previous": "52df778d260a1056dd9261f39bb2d194"}, "query": {"current": "select * from query_2", "previous": "select * from query_2"}, "api_key": {"current": "q6SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "previous": "q6SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "is_draft": {"current": false, "previous": false}, "options": {"current": {}, "previous": {}}, "data_source_id": {"current": 7, "previous": 7}, "latest_query_data_id": {"current": null, "previous": null}}', '2026-11-28 01:17:27.211407+00');
INSERT INTO public.changes VALUES ('queries', 8, 7, 1, 6, '{"last_modified_by_id": {"current": 6, "previous": null}, "user_id": {"current": 6, "previous": null}, "description": {"current": null, "previous": null}, "schedule": {"current": null, "previous": null}, "search_vector": {"current": null, "previous": null}, "is_archived": {"current": false, "previous": false}, "tags": {"current": null, "previous": null}, "org_id": {"current": 2, "previous": 2}, "schedule_failures": {"current": 0, "previous": 0}, "name": {"current": "Water level", "previous": "Water level"}, "query_hash": {"current": "c9e9a848920877e76685b2e4e76de38d", "previous": "c9e9a848920877e76685b2e4e76de38d"}, "query": {"current": "level", "previous": "level"}, "api_key": {"current": "q7SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "previous": "q7SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "is_draft": {"current": false, "previous": false}, "options": {"current": {}, "previous": {}}, "data_source_id": {"current": 8, "previous": null}, "latest_query_data_id": {"current": null, "previous": null}}', '2026-11-28 01:17:27.211407+00');
INSERT INTO public.changes VALUES ('queries', 9, 8, 1, 6, '{"last_modified_by_id": {"current": 6, "previous": 6}, "user_id": {"current": 6, "previous": null}, "description": {"current": null, "previous": null}, "schedule": {"current": null, "previous": null}, "search_vector": {"current": null, "previous": null}, "is_archived": {"current": false, "previous": false}, "tags": {"current": null, "previous": null}, "org_id": {"current": 2, "previous": 2}, "schedule_failures": {"current": 0, "previous": 0}, "name": {"current": "Without a data source", "previous": "Without a data source"}, "query_hash": {"current": "89e85f988c34e9cab13f49e0cb22afd3", "previous": "89e85f988c34e9cab13f49e0cb22afd3"}, "query": {"current": "select 3", "previous": "select 3"}, "api_key": {"current": "q8SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "previous": "q8SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "is_draft": {"current": false, "previous": false}, "options": {"current": {}, "previous": {}}, "data_source_id": {"current": null, "previous": null}, "latest_query_data_id": {"current": null, "previous": null}}', '2026-11-28 01:17:27.211407+00');
INSERT INTO public.changes VALUES ('queries', 10, 9, 1, 6, '{"last_modified_by_id": {"current": 6, "previous": null}, "user_id": {"current": 6, "previous": null}, "description": {"current": null, "previous": null}, "schedule": {"current": {"interval": "now and then", "until": null, "day_of_week": null, "time": "25:99"}, "previous": {"interval": "now and then", "until": null, "day_of_week": null, "time": "25:99"}}, "search_vector": {"current": null, "previous": null}, "is_archived": {"current": false, "previous": false}, "tags": {"current": null, "previous": null}, "org_id": {"current": 2, "previous": 2}, "schedule_failures": {"current": 0, "previous": 0}, "name": {"current": "A bad schedule", "previous": "A bad schedule"}, "query_hash": {"current": "e73fe3505f97d95c8d0bc0593996fc79", "previous": "e73fe3505f97d95c8d0bc0593996fc79"}, "query": {"current": "select 4 as four", "previous": "select 4 as four"}, "api_key": {"current": "q9SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS", "previous": "q9SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS"}, "is_draft": {"current": false, "previous": false}, "options": {"current": {}, "previous": {}}, "data_source_id": {"current": 5, "previous": null}, "latest_query_data_id": {"current": null, "previous": null}}', '2026-11-28 01:17:27.211407+00');
INSERT INTO public.changes VALUES ('dashboards', 1, 10, 1, 6, '{"user_id": {"current": 6, "previous": null}, "name": {"current": "Harbour today", "previous": "Harbour today"}, "tags": {"current": ["ships"], "previous": ["ships"]}, "is_archived": {"current": false, "previous": null}, "org_id": {"current": 2, "previous": null}, "layout": {"current": "[]", "previous": "[]"}, "dashboard_filters_enabled": {"current": true, "previous": true}, "is_draft": {"current": false, "previous": false}, "slug": {"current": "harbour-today", "previous": null}}', '2026-11-28 01:17:27.211407+00');
INSERT INTO public.changes VALUES ('dashboards', 2, 11, 1, 7, '{"user_id": {"current": 7, "previous": null}, "name": {"current": "Drafts of Ben", "previous": "Drafts of Ben"}, "tags": {"current": null, "previous": null}, "is_archived": {"current": false, "previous": null}, "org_id": {"current": 2, "previous": null}, "layout": {"current": "[]", "previous": "[]"}, "dashboard_filters_enabled": {"current": false, "previous": null}, "is_draft": {"current": true, "previous": true}, "slug": {"current": "drafts-of-ben", "previous": null}}', '2026-11-28 01:17:27.211407+00');
INSERT INTO public.changes VALUES ('dashboards', 3, 12, 1, 9, '{"user_id": {"current": 9, "previous": null}, "name": {"current": "Last year", "previous": "Last year"}, "tags": {"current": null, "previous": null}, "is_archived": {"current": true, "previous": true}, "org_id": {"current": 2, "previous": null}, "layout": {"current": "[]", "previous": "[]"}, "dashboard_filters_enabled": {"current": false, "previous": null}, "is_draft": {"current": false, "previous": false}, "slug": {"current": "last-year", "previous": null}}', '2026-11-28 01:17:27.211407+00');

INSERT INTO public.dashboards VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-04 09:00:00+00', 1, 5, 2, 'harbour-today', 'Harbour today', 6, '[]', true, false, false, '{ships}');
INSERT INTO public.dashboards VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-04 09:00:00+00', 2, 3, 2, 'drafts-of-ben', 'Drafts of Ben', 7, '[]', false, false, true, NULL);
INSERT INTO public.dashboards VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-04 09:00:00+00', 3, 2, 2, 'last-year', 'Last year', 9, '[]', false, true, false, NULL);

INSERT INTO public.data_source_groups VALUES (6, 5, 6, false);
INSERT INTO public.data_source_groups VALUES (7, 5, 8, true);
INSERT INTO public.data_source_groups VALUES (8, 6, 7, false);
INSERT INTO public.data_source_groups VALUES (9, 7, 6, false);
INSERT INTO public.data_source_groups VALUES (10, 8, 6, false);

INSERT INTO public.data_sources VALUES (5, 2, 'Berths', 'pg', '\x67414141414142724369756e3433515448784573707156344c43354b4433364a7357666975696d34375a56727630584f4f324f53585a444651416e3841336437766835413855454e4975576b59386e73455a6638536257376f674230516c6c616449316d6d654a73636a774a45695f4768636d355f51306567366757457150786841526167696d61733565747646574a535f6968506f354648537578694b69786f4b683031727871414d4250414a30546650314b6a4850486a6f46504d7049784b75566d47572d68795f5a62767a5f6c6f595a5a564f34506b72573533464e4f4d73394a6c676f5a3853724a6c6b7a32507a64313159796966536b6a6d563566483963536c34785f49355144', 'queries', 'scheduled_queries', '2024-03-02 09:00:00+00');
INSERT INTO public.data_sources VALUES (6, 2, 'Ledger', 'sqlite', '\x67414141414142724369756e647073744254506b474d6265485139524c566e487367345a4f596955733174462d474139515a4234744c766e57474737713038487641544c564b546336336a68734b706d4f423373704e5f4a505271776b7258324d655158567a794b415a7072514d6379733156367863453d', 'queries', 'scheduled_queries', '2024-03-02 09:00:00+00');
INSERT INTO public.data_sources VALUES (7, 2, 'Results', 'results', '\x67414141414142724369756e414975507656427371784e69545572752d59315f2d4d5439443679583831704756434d63545a79525951696b6173634b4c4a3952593035485054795a6137313245496f2d55786a7150753976556638733966487034773d3d', 'queries', 'scheduled_queries', '2024-03-02 09:00:00+00');
INSERT INTO public.data_sources VALUES (8, 2, 'Tide gauge', 'tide_gauge', '\x67414141414142724369756e3259495a67513063344a583132546a44584a6451474430674732582d7639436a78666462356f31714759394d7937566750503074726a55736f4b5232796c6f776830546545456f4c485f4e46673531666f795371584b5866746a3356516737546b376a48414c70727839596965325f554c6a4a64516443506c6248354f557333624e4677415358704535315035535072594e35427475545665696d396f5641644367446f6a586a7638447373395150347630665f32624a6e4e4a6f7030544452', 'queries', 'scheduled_queries', '2024-03-02 09:00:00+00');

INSERT INTO public.favorites VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 1, 2, 'Query', 2, 7);
INSERT INTO public.favorites VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 2, 2, 'Dashboard', 1, 7);

INSERT INTO public.groups VALUES (5, 2, 'builtin', 'admin', '{admin,super_admin}', '2026-11-28 01:17:27.211407+00');
INSERT INTO public.groups VALUES (6, 2, 'builtin', 'default', '{create_dashboard,create_query,edit_dashboard,edit_query,view_query,view_source,execute_query,list_users,schedule_query,list_dashboards,list_alerts,list_data_sources}', '2026-11-28 01:17:27.211407+00');
INSERT INTO public.groups VALUES (7, 2, 'regular', 'Pilots', '{create_dashboard,create_query,edit_dashboard,edit_query,view_query,view_source,execute_query,list_users,schedule_query,list_dashboards,list_alerts,list_data_sources}', '2026-11-28 01:17:27.211407+00');
INSERT INTO public.groups VALUES (8, 2, 'regular', 'Readers', '{view_query,list_dashboards,a_permission_of_a_plugin}', '2026-11-28 01:17:27.211407+00');

INSERT INTO public.notification_destinations VALUES (1, 2, 6, 'Harbour master', 'email', '{"addresses": "master@harbour.example"}', '2026-11-28 01:17:27.211407+00');
INSERT INTO public.notification_destinations VALUES (2, 2, 6, 'Radio', 'webhook', '{"password": "over and out", "url": "https://radio.harbour.example/hook", "username": "sextant"}', '2026-11-28 01:17:27.211407+00');

INSERT INTO public.organizations VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 2, 'Harbour Office', 'default', '{"google_apps_domains": ["harbour.example"], "settings": {"time_format": "HH:mm:ss", "date_format": "DD/MM/YY", "float_format": "0,0.000", "beacon_consent": false, "multi_byte_search_enabled": true, "feature_show_permissions_control": true, "colour_of_the_moon": "grey", "hide_plotly_mode_bar": true, "auth_password_login_enabled": true}}');

INSERT INTO public.queries VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-03 09:00:00+00', 5, 1, 2, 5, NULL, 'A draft', NULL, 'select 1 as one', 'c76f782428bd11b1c0b745d5137d5623', 'q4SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 8, 8, false, true, NULL, 0, '{}', '''1'':5 ''5'':1B ''a'':2A ''as'':6 ''draft'':3A ''one'':7 ''select'':4', NULL);
INSERT INTO public.queries VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-03 09:00:00+00', 6, 1, 2, 5, NULL, 'Old cranes', NULL, 'select 2 as two', 'eec7df3730ad83860bfab2f01f8a7022', 'q5SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 9, 9, true, false, NULL, 0, '{}', '''2'':5 ''6'':1B ''as'':6 ''cranes'':3A ''old'':2A ''select'':4 ''two'':7', NULL);
INSERT INTO public.queries VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-03 09:00:00+00', 7, 1, 2, 7, NULL, 'Tons again', NULL, 'select * from query_2', '52df778d260a1056dd9261f39bb2d194', 'q6SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 6, 6, false, false, NULL, 0, '{}', '''2'':7 ''7'':1B ''again'':3A ''from'':5 ''query'':6 ''select'':4 ''tons'':2A', NULL);
INSERT INTO public.queries VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-03 09:00:00+00', 8, 1, 2, 8, NULL, 'Water level', NULL, 'level', 'c9e9a848920877e76685b2e4e76de38d', 'q7SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 6, 6, false, false, NULL, 0, '{}', '''8'':1B ''level'':3A,4 ''water'':2A', NULL);
INSERT INTO public.queries VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-03 09:00:00+00', 9, 1, 2, NULL, NULL, 'Without a data source', NULL, 'select 3', '89e85f988c34e9cab13f49e0cb22afd3', 'q8SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 6, 6, false, false, NULL, 0, '{}', '''3'':7 ''9'':1B ''a'':3A ''data'':4A ''select'':6 ''source'':5A ''without'':2A', NULL);
INSERT INTO public.queries VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-03 09:00:00+00', 10, 1, 2, 5, NULL, 'A bad schedule', NULL, 'select 4 as four', 'e73fe3505f97d95c8d0bc0593996fc79', 'q9SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 6, 6, false, false, '{"interval": "now and then", "until": null, "day_of_week": null, "time": "25:99"}', 0, '{}', '''10'':1B ''4'':6 ''a'':2A ''as'':7 ''bad'':3A ''four'':8 ''schedule'':4A ''select'':5', NULL);
INSERT INTO public.queries VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-03 09:00:00+00', 4, 1, 2, 5, NULL, 'Tons by flag', NULL, 'select flag, sum(tons) as tons from ships where flag = ''{{ flag }}'' and arrived >= ''{{ since.start }}'' and arrived < ''{{ since.end }}'' group by 1', 'db26f479d22cdf52bf2f221849a3e137', 'q3SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 7, 7, false, false, '{"interval": 86400, "until": "2031-01-01", "day_of_week": null, "time": "06:00"}', 0, '{"parameters": [{"name": "flag", "title": "Flag", "global": false, "value": "NO", "queryId": 3, "type": "query", "locals": []}, {"name": "since", "title": "Since", "global": false, "value": {"start": "2024-01-01", "end": "2024-12-31"}, "type": "date-range", "locals": []}]}', '''1'':26 ''4'':1B ''and'':16,20 ''arrived'':17,21 ''as'':9 ''by'':3A,25 ''end'':23 ''flag'':4A,6,14,15 ''from'':11 ''group'':24 ''select'':5 ''ships'':12 ''since'':18,22 ''start'':19 ''sum'':7 ''tons'':2A,8,10 ''where'':13', '{ships}');
INSERT INTO public.queries VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-03 09:00:00+00', 2, 1, 2, 5, 1, 'Ships of the year', 'All ships, *by id*.', 'select id, name, tons, arrived from ships order by id', 'd62475e5e70d4d46bed15c899ccb933a', 'q1SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 6, 6, false, false, '{"interval": 3600, "until": null, "day_of_week": null, "time": null}', 0, '{"apply_auto_limit": false}', '''2'':1B ''all'':6C ''arrived'':14 ''by'':8C,18 ''from'':15 ''id'':9C,11,19 ''name'':12 ''of'':3A ''order'':17 ''select'':10 ''ships'':2A,7C,16 ''the'':4A ''tons'':13 ''year'':5A', '{ships,Berths}');
INSERT INTO public.queries VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-03 09:00:00+00', 3, 1, 2, 5, 2, 'Flags', NULL, 'select flag as name, flag as value from flags order by 1', '9b1431b82c08aba9b3f3a9f711948f17', 'q2SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', 7, 7, false, false, NULL, 0, '{}', '''1'':14 ''3'':1B ''as'':5,8 ''by'':13 ''flag'':4,7 ''flags'':2A,11 ''from'':10 ''name'':6 ''order'':12 ''select'':3 ''value'':9', NULL);

INSERT INTO public.query_results VALUES (1, 2, 5, 'd62475e5e70d4d46bed15c899ccb933a', 'select id, name, tons, arrived from ships order by id', '{"rows": [{"tons": 11200.5, "arrived": "2024-02-01T08:30:00", "id": 1, "name": "Nordlys"}, {"tons": null, "arrived": "2024-02-03T17:05:00", "id": 2, "name": "\u00c6r\u00f8"}], "columns": [{"type": "integer", "friendly_name": "id", "name": "id"}, {"type": "string", "friendly_name": "name", "name": "name"}, {"type": "float", "friendly_name": "tons", "name": "tons"}, {"type": "datetime", "friendly_name": "arrived", "name": "arrived"}]}', 0.25, '2024-03-07 09:00:00+00');
INSERT INTO public.query_results VALUES (2, 2, 5, '9b1431b82c08aba9b3f3a9f711948f17', 'select flag as name, flag as value from flags order by 1', '{"rows": [{"name": "DK", "value": "DK"}, {"name": "NO", "value": "NO"}, {"name": "SE", "value": "SE"}], "columns": [{"type": "string", "friendly_name": "name", "name": "name"}, {"type": "string", "friendly_name": "value", "name": "value"}]}', 0.25, '2024-03-07 09:00:00+00');

INSERT INTO public.query_snippets VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 1, 2, 'recent', 'Ships of the last days', 7, 'arrived > now() - interval ''${1:3} days''');

INSERT INTO public.users VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-01 09:00:00+00', 10, 2, 'Eve Invited', 'eve@harbour.example', NULL, NULL, '{6}', 'eeeeeeeeKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK', NULL, '{"is_invitation_pending": true, "is_email_verified": true}');
INSERT INTO public.users VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-01 09:00:00+00', 8, 2, 'Cleo Pier', 'cleo@harbour.example', NULL, NULL, '{8}', 'ccccccccKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK', NULL, '{"is_invitation_pending": false, "is_email_verified": true}');
INSERT INTO public.users VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-01 09:00:00+00', 9, 2, 'Dan Left', 'dan@harbour.example', NULL, '$6$rounds=106244$FgdtIWCu9SzVwBCX$EVyqls.pOrTpABA5ObgOpSEdFtXHSSjCz1nM.572lM3qVUjSXRMMkVmrln6pG0zPqI6t/qWIlQ7gX3TAIqfWu1', '{6}', 'ddddddddKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK', '2024-03-04 09:00:00+00', '{"is_invitation_pending": false, "is_email_verified": true}');
INSERT INTO public.users VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-01 09:00:00+00', 6, 2, 'Ada Quay', 'ada@harbour.example', NULL, '$6$rounds=99807$zlflrlt1nHLL7Tu9$8FCsVGYSKx/o7hUmCKYzpOZf6DgxIvsR54dm219JEq2kjd/9/g2QDNJmFIFZmhRehEOi1JHcDzihceuL4huF1/', '{5,6}', 'aaaaaaaaKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK', NULL, '{"is_invitation_pending": false, "is_email_verified": true, "active_at": "2024-03-05T10:00:00Z"}');
INSERT INTO public.users VALUES ('2026-11-28 01:17:27.211407+00', '2024-03-01 09:00:00+00', 7, 2, 'Ben Mole', 'ben@harbour.example', NULL, '$6$rounds=109687$vF9/o.S1gGt1cCiP$w07Gblp22SpwyBnX68wln/jCr05qwQjbnbHmNPPtvN/bdbDzK5T/QDYLUjdHKNnFgU9LPuGeXPayHCaQR5S4B.', '{6,7}', 'bbbbbbbbKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK', NULL, '{"is_invitation_pending": false, "is_email_verified": true}');

INSERT INTO public.visualizations VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 2, 'TABLE', 3, 'Table', '', '{}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 3, 'TABLE', 4, 'Table', '', '{}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 4, 'TABLE', 5, 'Table', '', '{}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 5, 'TABLE', 6, 'Table', '', '{}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 6, 'TABLE', 7, 'Table', '', '{}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 7, 'TABLE', 8, 'Table', '', '{}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 8, 'TABLE', 9, 'Table', '', '{}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 9, 'TABLE', 10, 'Table', '', '{}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 11, 'COUNTER', 2, 'How many', 'of this year', '{"rowNumber": 1, "stringDecimal": 0, "countRow": true, "counterColName": "id", "counterLabel": "Ships", "targetRowNumber": 1}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 10, 'CHART', 4, 'Tons', '', '{"yAxis": [{"type": "linear"}, {"type": "linear", "opposite": true}], "globalSeriesType": "column", "sortX": true, "seriesOptions": {}, "xAxis": {"labels": {"enabled": true}, "type": "-"}, "columnMapping": {"flag": "x", "tons": "y"}, "legend": {"enabled": true}}');
INSERT INTO public.visualizations VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 1, 'TABLE', 2, 'Table', '', '{}');

INSERT INTO public.widgets VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 1, 11, '', 1, '{"position": {"autoHeight": false, "col": 0, "minSizeY": 1, "minSizeX": 1, "row": 0, "sizeX": 2, "sizeY": 3, "maxSizeY": 1000, "maxSizeX": 6}, "isHidden": false}', 1);
INSERT INTO public.widgets VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 2, 10, '', 1, '{"position": {"autoHeight": false, "col": 2, "minSizeY": 1, "minSizeX": 1, "row": 0, "sizeX": 4, "sizeY": 8, "maxSizeY": 1000, "maxSizeX": 6}, "isHidden": false, "parameterMappings": {"flag": {"mapTo": "flag", "type": "dashboard-level", "name": "flag", "value": null, "title": ""}, "since": {"mapTo": "since", "type": "static-value", "name": "since", "value": {"start": "2024-01-01", "end": "2024-07-01"}, "title": ""}}}', 1);
INSERT INTO public.widgets VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 3, NULL, '## Berths

Ask *Ben*.', 1, '{"position": {"autoHeight": false, "col": 0, "minSizeY": 1, "minSizeX": 1, "row": 3, "sizeX": 2, "sizeY": 2, "maxSizeY": 1000, "maxSizeX": 6}, "isHidden": false}', 1);
INSERT INTO public.widgets VALUES ('2026-11-28 01:17:27.211407+00', '2026-11-28 01:17:27.211407+00', 4, 1, '', 1, '{"position": {"autoHeight": false, "col": 0, "minSizeY": 1, "minSizeX": 1, "row": 0, "sizeX": 6, "sizeY": 5, "maxSizeY": 1000, "maxSizeX": 6}, "isHidden": false}', 2);

SELECT pg_catalog.setval('public.access_permissions_id_seq', 2, true);

SELECT pg_catalog.setval('public.alert_subscriptions_id_seq', 3, true);

SELECT pg_catalog.setval('public.alerts_id_seq', 2, true);

SELECT pg_catalog.setval('public.api_keys_id_seq', 2, true);

SELECT pg_catalog.setval('public.changes_id_seq', 12, true);

SELECT pg_catalog.setval('public.dashboards_id_seq', 3, true);

SELECT pg_catalog.setval('public.data_source_groups_id_seq', 10, true);

SELECT pg_catalog.setval('public.data_sources_id_seq', 8, true);

SELECT pg_catalog.setval('public.events_id_seq', 1, false);

SELECT pg_catalog.setval('public.favorites_id_seq', 2, true);

SELECT pg_catalog.setval('public.groups_id_seq', 8, true);

SELECT pg_catalog.setval('public.notification_destinations_id_seq', 2, true);

SELECT pg_catalog.setval('public.organizations_id_seq', 2, true);

SELECT pg_catalog.setval('public.queries_id_seq', 10, true);

SELECT pg_catalog.setval('public.query_results_id_seq', 2, true);

SELECT pg_catalog.setval('public.query_snippets_id_seq', 1, true);

SELECT pg_catalog.setval('public.users_id_seq', 10, true);

SELECT pg_catalog.setval('public.visualizations_id_seq', 11, true);

SELECT pg_catalog.setval('public.widgets_id_seq', 4, true);

ALTER TABLE ONLY public.access_permissions
    ADD CONSTRAINT access_permissions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);

ALTER TABLE ONLY public.alert_subscriptions
    ADD CONSTRAINT alert_subscriptions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dashboards
    ADD CONSTRAINT dashboards_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.data_source_groups
    ADD CONSTRAINT data_source_groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.data_sources
    ADD CONSTRAINT data_sources_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.favorites
    ADD CONSTRAINT favorites_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.groups
    ADD CONSTRAINT groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.notification_destinations
    ADD CONSTRAINT notification_destinations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_slug_key UNIQUE (slug);

ALTER TABLE ONLY public.queries
    ADD CONSTRAINT queries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.query_results
    ADD CONSTRAINT query_results_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.query_snippets
    ADD CONSTRAINT query_snippets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.query_snippets
    ADD CONSTRAINT query_snippets_trigger_key UNIQUE (trigger);

ALTER TABLE ONLY public.favorites
    ADD CONSTRAINT unique_favorite UNIQUE (object_type, object_id, user_id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_api_key_key UNIQUE (api_key);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.visualizations
    ADD CONSTRAINT visualizations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.widgets
    ADD CONSTRAINT widgets_pkey PRIMARY KEY (id);

CREATE UNIQUE INDEX alert_subscriptions_destination_id_alert_id ON public.alert_subscriptions USING btree (destination_id, alert_id);

CREATE INDEX api_keys_object_type_object_id ON public.api_keys USING btree (object_type, object_id);

CREATE INDEX data_sources_org_id_name ON public.data_sources USING btree (org_id, name);

CREATE INDEX ix_api_keys_api_key ON public.api_keys USING btree (api_key);

CREATE INDEX ix_dashboards_is_archived ON public.dashboards USING btree (is_archived);

CREATE INDEX ix_dashboards_is_draft ON public.dashboards USING btree (is_draft);

CREATE INDEX ix_dashboards_slug ON public.dashboards USING btree (slug);

CREATE INDEX ix_queries_is_archived ON public.queries USING btree (is_archived);

CREATE INDEX ix_queries_is_draft ON public.queries USING btree (is_draft);

CREATE INDEX ix_queries_search_vector ON public.queries USING gin (search_vector);

CREATE INDEX ix_query_results_query_hash ON public.query_results USING btree (query_hash);

CREATE INDEX ix_widgets_dashboard_id ON public.widgets USING btree (dashboard_id);

CREATE UNIQUE INDEX notification_destinations_org_id_name ON public.notification_destinations USING btree (org_id, name);

CREATE UNIQUE INDEX users_org_id_email ON public.users USING btree (org_id, email);

CREATE TRIGGER queries_search_vector_trigger BEFORE INSERT OR UPDATE ON public.queries FOR EACH ROW EXECUTE FUNCTION public.queries_search_vector_update();

ALTER TABLE ONLY public.access_permissions
    ADD CONSTRAINT access_permissions_grantee_id_fkey FOREIGN KEY (grantee_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.access_permissions
    ADD CONSTRAINT access_permissions_grantor_id_fkey FOREIGN KEY (grantor_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.alert_subscriptions
    ADD CONSTRAINT alert_subscriptions_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES public.alerts(id);

ALTER TABLE ONLY public.alert_subscriptions
    ADD CONSTRAINT alert_subscriptions_destination_id_fkey FOREIGN KEY (destination_id) REFERENCES public.notification_destinations(id);

ALTER TABLE ONLY public.alert_subscriptions
    ADD CONSTRAINT alert_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_query_id_fkey FOREIGN KEY (query_id) REFERENCES public.queries(id);

ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.dashboards
    ADD CONSTRAINT dashboards_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.dashboards
    ADD CONSTRAINT dashboards_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.data_source_groups
    ADD CONSTRAINT data_source_groups_data_source_id_fkey FOREIGN KEY (data_source_id) REFERENCES public.data_sources(id);

ALTER TABLE ONLY public.data_source_groups
    ADD CONSTRAINT data_source_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.groups(id);

ALTER TABLE ONLY public.data_sources
    ADD CONSTRAINT data_sources_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.favorites
    ADD CONSTRAINT favorites_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.favorites
    ADD CONSTRAINT favorites_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.groups
    ADD CONSTRAINT groups_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.notification_destinations
    ADD CONSTRAINT notification_destinations_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.notification_destinations
    ADD CONSTRAINT notification_destinations_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.queries
    ADD CONSTRAINT queries_data_source_id_fkey FOREIGN KEY (data_source_id) REFERENCES public.data_sources(id);

ALTER TABLE ONLY public.queries
    ADD CONSTRAINT queries_last_modified_by_id_fkey FOREIGN KEY (last_modified_by_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.queries
    ADD CONSTRAINT queries_latest_query_data_id_fkey FOREIGN KEY (latest_query_data_id) REFERENCES public.query_results(id);

ALTER TABLE ONLY public.queries
    ADD CONSTRAINT queries_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.queries
    ADD CONSTRAINT queries_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.query_results
    ADD CONSTRAINT query_results_data_source_id_fkey FOREIGN KEY (data_source_id) REFERENCES public.data_sources(id);

ALTER TABLE ONLY public.query_results
    ADD CONSTRAINT query_results_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.query_snippets
    ADD CONSTRAINT query_snippets_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.query_snippets
    ADD CONSTRAINT query_snippets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.visualizations
    ADD CONSTRAINT visualizations_query_id_fkey FOREIGN KEY (query_id) REFERENCES public.queries(id);

ALTER TABLE ONLY public.widgets
    ADD CONSTRAINT widgets_dashboard_id_fkey FOREIGN KEY (dashboard_id) REFERENCES public.dashboards(id);

ALTER TABLE ONLY public.widgets
    ADD CONSTRAINT widgets_visualization_id_fkey FOREIGN KEY (visualization_id) REFERENCES public.visualizations(id);

