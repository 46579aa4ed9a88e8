// Connects with OAuth by the official Go SDK, and prints what it lists, calls and reads as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

func authorization() auth.OAuthHandler {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	results := make(chan *auth.AuthorizationResult)
	go http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent := r.URL.Query()
		results <- &auth.AuthorizationResult{Code: sent.Get("code"), State: sent.Get("state"), Iss: sent.Get("iss")}
	}))
	redirect := fmt.Sprintf("http://%s/callback", listener.Addr())
	fetch := func(_ context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
		fmt.Println(args.URL)
		return <-results, nil
	}
	return must(auth.NewAuthorizationCodeHandler(&auth.AuthorizationCodeHandlerConfig{
		RedirectURL:              redirect,
		AuthorizationCodeFetcher: fetch,
		DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{
			Metadata: &oauthex.ClientRegistrationMetadata{ClientName: "Go SDK", RedirectURIs: []string{redirect}},
		},
	}))
}

func main() {
	address, collection, query := os.Args[1], os.Args[2], os.Args[3]
	ctx := context.Background()
	client := mcp.NewClient(&mcp.Implementation{Name: "Go SDK", Version: "1.0.0"}, nil)
	transport := &mcp.StreamableClientTransport{Endpoint: address, OAuthHandler: authorization()}
	session := must(client.Connect(ctx, transport, nil))
	defer session.Close()
	names := []string{}
	for _, tool := range must(session.ListTools(ctx, nil)).Tools {
		names = append(names, tool.Name)
	}
	arguments := map[string]any{"collection": collection, "query": query}
	called := must(session.CallTool(ctx, &mcp.CallToolParams{Name: "query_collection", Arguments: arguments}))
	uri := must(session.ListResources(ctx, nil)).Resources[0].URI
	read := must(session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})).Contents[0]
	printed := map[string]any{"tools": names, "called": called.StructuredContent, "read": read.Text}
	fmt.Println(string(must(json.Marshal(printed))))
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
